/** The analysis worker: decodes and reads one recording apart from the page, so that what the page shows stays smooth. */
import { analyse } from './analyse.ts'
import type { FromWorker, PictureAnswer, PictureRequest, ToWorker } from './messages.ts'
import { createPacing } from './pacing.ts'
import { createPictureReader } from './picture-reader.ts'

/** The part of DedicatedWorkerGlobalScope used here; the page's types do not have it. */
type Scope = {
  postMessage: (message: FromWorker | PictureAnswer) => void
  onmessage: ((event: MessageEvent<ToWorker | PictureRequest>) => void) | null
}
const scope = globalThis as unknown as Scope

const cancelled = new AbortController()
const pacing = createPacing()
const readPicture = createPictureReader()

scope.onmessage = ({ data }) => {
  if (data.type === 'picture')
    return void readPicture(data).then((image) => scope.postMessage({ kind: 'picture', atMs: data.atMs, image }))
  if (data.type === 'start')
    return void analyse(data.job, (report) => scope.postMessage(report), {
      ready: pacing.ready,
      signal: cancelled.signal,
    })
  if (data.type === 'pace') return pacing.follow(data.pace)
  if (data.proceed === 'cancel') cancelled.abort()
  pacing.pause(data.proceed === 'pause')
}
