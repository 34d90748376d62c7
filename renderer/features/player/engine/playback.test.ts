import { afterEach, expect, test, vi } from 'vitest'
import { createPlayerStore } from '../player-store.ts'
import { createPlayback } from './playback.ts'

afterEach(() => vi.useRealTimers())

/** A video that is loaded, and the playback over it. */
const loaded = () => {
  const video = Object.assign(new EventTarget(), {
    currentTime: 0,
    seeking: false,
    readyState: 4,
    duration: 60,
    paused: true,
    ended: false,
    buffered: { length: 0 },
    pause: () => {},
    play: async () => {},
  })
  const store = createPlayerStore(1)
  const playback = createPlayback(video as unknown as HTMLVideoElement, store)
  video.dispatchEvent(new Event('loadedmetadata'))
  return { video, store, playback }
}

test('a place that waits for the seek before it is kept when the source is loaded again', () => {
  const { video, playback } = loaded()
  playback.seek(10)
  video.seeking = true
  playback.seek(40)
  expect(video.currentTime).toBe(10)
  Object.assign(video, { seeking: false, readyState: 0, currentTime: 0, duration: Number.NaN })
  video.dispatchEvent(new Event('emptied'))
  expect(video.currentTime).toBe(40)
  playback.destroy()
})

test('K11: a frame step ends after 5 s without a picture, says so, and another step can follow', async () => {
  vi.useFakeTimers()
  const { video, store, playback } = loaded()
  store.setState({ timeS: 10 })
  // Each seek of the step takes two seconds, and the third one does not end.
  let seeks = 0
  const arrive = async () => {
    await vi.advanceTimersByTimeAsync(2_000)
    video.dispatchEvent(new Event('seeked'))
    await vi.advanceTimersByTimeAsync(0)
    seeks += 1
  }
  video.seeking = true
  playback.step(1)
  await arrive()
  await arrive()
  expect(video.currentTime).toBeGreaterThan(10)
  await vi.advanceTimersByTimeAsync(900)
  expect(store.getState().toast).toBeNull()
  await vi.advanceTimersByTimeAsync(200)
  expect(store.getState().toast).toMatchObject({ text: "Couldn't load the frame.", next: 'Retry.', bad: true })
  expect([seeks, video.currentTime]).toEqual([2, 10])
  video.currentTime = 20
  playback.step(-1)
  expect(video.currentTime).toBe(10)
  playback.destroy()
})

test('a seek and playing end a frame step, which then moves nothing any more', async () => {
  vi.useFakeTimers()
  const { video, store, playback } = loaded()
  store.setState({ timeS: 10 })
  for (const other of [() => playback.seek(30), playback.play]) {
    video.seeking = true
    playback.step(1)
    other()
    await vi.advanceTimersByTimeAsync(0)
    const { currentTime } = video
    video.seeking = false
    video.dispatchEvent(new Event('seeked'))
    await vi.advanceTimersByTimeAsync(20_000)
    expect([store.getState().toast, [30, currentTime].includes(video.currentTime)]).toEqual([null, true])
  }
  expect(video.currentTime).toBe(30)
  playback.destroy()
})
