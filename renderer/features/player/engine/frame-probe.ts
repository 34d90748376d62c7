import type { Probe } from './frame-step.ts'

/** A frame that is not presented within this time is not coming: the window is hidden, or nothing changed. */
const PRESENT_MS = 120

/**
 * Seeks a paused video and answers the media time of the frame that is shown then. Where frames cannot be
 * watched (no `requestVideoFrameCallback`, hidden window) the place itself is the answer, which makes plain
 * steps of the usual distance. `ended` bounds the wait for the seek: the probe then rejects.
 */
export const createProbe = (video: HTMLVideoElement, ended: AbortSignal): Probe => {
  let last: number | null = null
  return (seconds) =>
    new Promise((resolve, reject) => {
      ended.throwIfAborted()
      const watched = 'requestVideoFrameCallback' in video && document.visibilityState === 'visible'
      let frame: number | null = null
      let arrived = false
      let handle = 0
      let timer: ReturnType<typeof setTimeout> | undefined
      const leave = () => {
        clearTimeout(timer)
        video.removeEventListener('seeked', onSeeked)
        ended.removeEventListener('abort', onEnded)
        if (watched) video.cancelVideoFrameCallback(handle)
      }
      const onEnded = () => {
        leave()
        reject(ended.reason)
      }
      const done = () => {
        leave()
        last = frame ?? (watched ? last : null) ?? seconds
        resolve(last)
      }
      const onSeeked = () => {
        arrived = true
        clearTimeout(timer)
        timer = setTimeout(done, watched && frame === null ? PRESENT_MS : 0)
      }
      const onFrame = (_now: number, meta: VideoFrameCallbackMetadata) => {
        frame = meta.mediaTime
        if (arrived) return done()
        handle = video.requestVideoFrameCallback(onFrame)
      }
      video.addEventListener('seeked', onSeeked)
      ended.addEventListener('abort', onEnded)
      if (watched) handle = video.requestVideoFrameCallback(onFrame)
      video.currentTime = seconds
    })
}
