import type { PictureAnswer, PictureRequest } from '../../analysis/messages.ts'

const WIDTH_PX = 320

/** A picture that takes longer, such as one whose links expired, is given up with its worker. */
const LONGEST_MS = 20_000

/**
 * Reads single pictures of one recording in a worker, which starts with the first. One is read at a time, and of
 * those that wait only the newest: the pointer has left the others. `path`: a media path.
 */
export const createMomentPictures = () => {
  let worker: Worker | null = null
  let busy: { done: (image: Blob | null) => void; timer: ReturnType<typeof setTimeout> } | null = null
  let next: { request: PictureRequest; done: (image: Blob | null) => void } | null = null

  const end = (image: Blob | null): void => {
    const was = busy
    busy = null
    if (!was) return
    clearTimeout(was.timer)
    was.done(image)
    const waiting = next
    next = null
    if (waiting) send(waiting.request, waiting.done)
  }
  const stop = (): void => {
    worker?.terminate()
    worker = null
    end(null)
  }
  const send = (request: PictureRequest, done: (image: Blob | null) => void): void => {
    if (!worker) {
      worker = new Worker(new URL('../../analysis/worker.ts', import.meta.url), { type: 'module' })
      worker.onmessage = ({ data }: MessageEvent<PictureAnswer>) => end(data.image)
      worker.onerror = stop
    }
    busy = { done, timer: setTimeout(stop, LONGEST_MS) }
    worker.postMessage(request)
  }
  return {
    /** WebP; null: there is none, or a later one was asked for meanwhile. */
    read: (path: string, atMs: number): Promise<Blob | null> =>
      new Promise((done) => {
        const request = { type: 'picture', url: new URL(path, location.href).href, atMs, width: WIDTH_PX } as const
        next?.done(null)
        next = null
        if (busy) next = { request, done }
        else send(request, done)
      }),
    dispose: (): void => {
      next?.done(null)
      next = null
      stop()
    },
  }
}
