import type { Probe } from './frame-step.ts'

/** A frame that is not presented within this time is not coming: the window is hidden, or nothing changed. */
const PRESENT_MS = 120
const SEEK_MS = 5_000

/**
 * Seeks a paused video and answers the media time of the frame that is shown then. Where frames cannot be
 * watched (no `requestVideoFrameCallback`, hidden window) the place itself is the answer, which makes plain
 * steps of the usual distance.
 */
export const createProbe = (video: HTMLVideoElement): Probe => {
  let last: number | null = null
  return (seconds) =>
    new Promise((resolve) => {
      const watched = 'requestVideoFrameCallback' in video && document.visibilityState === 'visible'
      let frame: number | null = null
      let arrived = false
      let handle = 0
      const done = () => {
        clearTimeout(timer)
        video.removeEventListener('seeked', onSeeked)
        if (watched) video.cancelVideoFrameCallback(handle)
        last = frame ?? (watched ? last : null) ?? seconds
        resolve(last)
      }
      let timer = setTimeout(done, SEEK_MS)
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
      if (watched) handle = video.requestVideoFrameCallback(onFrame)
      video.currentTime = seconds
    })
}
