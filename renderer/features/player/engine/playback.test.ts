import { expect, test } from 'vitest'
import { createPlayerStore } from '../player-store.ts'
import { createPlayback } from './playback.ts'

test('a place that waits for the seek before it is kept when the source is loaded again', () => {
  const video = Object.assign(new EventTarget(), {
    currentTime: 0,
    seeking: false,
    readyState: 4,
    duration: 60,
    paused: true,
    ended: false,
    buffered: { length: 0 },
  })
  const store = createPlayerStore(1)
  const playback = createPlayback(video as unknown as HTMLVideoElement, store)
  video.dispatchEvent(new Event('loadedmetadata'))
  playback.seek(10)
  video.seeking = true
  playback.seek(40)
  expect(video.currentTime).toBe(10)
  Object.assign(video, { seeking: false, readyState: 0, currentTime: 0, duration: Number.NaN })
  video.dispatchEvent(new Event('emptied'))
  expect(video.currentTime).toBe(40)
  playback.destroy()
})
