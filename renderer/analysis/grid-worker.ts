/** The decoder alone, for tools: hands over the luma grids of a recording, or its thumbnails. */
import { GRID_TILES } from '../../electron/contract/constants/luma-grid.ts'
import { decodeRecording } from './decode-recording.ts'
import type { FromWorker, ToWorker } from './grid-messages.ts'
import { makeThumbnails } from './thumbnails.ts'

/** Grids a message carries, and messages that may be unread before decoding waits: at most 3 MB in flight. */
const BATCH = 256
const UNREAD = 4

/** The part of DedicatedWorkerGlobalScope used here; the page's types do not have it. */
type Scope = {
  postMessage: (message: FromWorker, transfer?: Transferable[]) => void
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null
}
const scope = globalThis as unknown as Scope

const cancelled = new AbortController()
let unread = 0
let resume: (() => void) | null = null

const decode = async (url: string): Promise<void> => {
  const times = new Float64Array(BATCH)
  const keys = new Uint8Array(BATCH)
  const grids = new Uint8Array(BATCH * GRID_TILES)
  let count = 0
  const send = (): void => {
    if (count === 0) return
    unread += 1
    const batch = {
      timesMs: times.slice(0, count),
      keys: keys.slice(0, count),
      grids: grids.slice(0, count * GRID_TILES),
    }
    scope.postMessage({ type: 'grids', ...batch }, [batch.timesMs.buffer, batch.keys.buffer, batch.grids.buffer])
    count = 0
  }
  const outcome = await decodeRecording(url, {
    onStart: (info) => {
      scope.postMessage({ type: 'start', ...info })
      return null
    },
    onGrid: (timeMs, grid, key) => {
      times[count] = timeMs
      keys[count] = key ? 1 : 0
      grids.set(grid, count * GRID_TILES)
      count += 1
      if (count === BATCH) send()
    },
    ready: () =>
      unread < UNREAD
        ? undefined
        : new Promise<void>((done) => {
            resume = done
          }),
    signal: cancelled.signal,
  })
  send()
  scope.postMessage({ type: 'end', outcome })
}

const thumbnails = async (url: string, timesMs: number[], width: number): Promise<(Blob | null)[]> => {
  const images: (Blob | null)[] = []
  for await (const image of makeThumbnails(url, timesMs, width)) images.push(image)
  return images
}

scope.onmessage = ({ data }) => {
  if (data.type === 'decode') void decode(data.url)
  else if (data.type === 'thumbnails')
    thumbnails(data.url, data.timesMs, data.width).then(
      (images) => scope.postMessage({ type: 'thumbnails', images }),
      () => scope.postMessage({ type: 'thumbnails', images: data.timesMs.map(() => null) }),
    )
  else {
    if (data.type === 'cancel') cancelled.abort()
    else unread -= 1
    resume?.()
    resume = null
  }
}
