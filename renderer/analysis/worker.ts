/** The analysis worker: decodes and reads one recording apart from the page, so that what the page shows stays smooth. */
import { analyse } from './analyse.ts'
import type { FromWorker, PictureAnswer, PictureRequest, ToWorker } from './messages.ts'
import { createPictureReader } from './picture-reader.ts'

/** While something plays, decoding rests twice as long as it works, a little at a time, so that the player has its time. */
const WORK_MS = 8
const REST_SHARE = 2

/** The part of DedicatedWorkerGlobalScope used here; the page's types do not have it. */
type Scope = {
  postMessage: (message: FromWorker | PictureAnswer) => void
  onmessage: ((event: MessageEvent<ToWorker | PictureRequest>) => void) | null
}
const scope = globalThis as unknown as Scope

const cancelled = new AbortController()
let paused = false
let playing = false
let resume: (() => void) | null = null
let workedSince = performance.now()

const rest = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

const ready = (): Promise<void> | undefined => {
  if (paused)
    return new Promise<void>((done) => {
      resume = done
    })
  const worked = performance.now() - workedSince
  if (!playing || worked < WORK_MS) return undefined
  return rest(worked * REST_SHARE).then(() => {
    workedSince = performance.now()
  })
}

const readPicture = createPictureReader()

scope.onmessage = ({ data }) => {
  if (data.type === 'picture')
    return void readPicture(data).then((image) => scope.postMessage({ kind: 'picture', atMs: data.atMs, image }))
  if (data.type === 'start')
    return void analyse(data.job, (report) => scope.postMessage(report), { ready, signal: cancelled.signal })
  if (data.type === 'playing') playing = data.playing
  else {
    paused = data.proceed === 'pause'
    if (data.proceed === 'cancel') cancelled.abort()
  }
  if (paused) return
  workedSince = performance.now()
  resume?.()
  resume = null
}
