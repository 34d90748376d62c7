import { beforeEach, describe, expect, it } from 'vitest'
import { watchIntent } from './play-intent.ts'

/** What of a `<video>` says whether it plays: events and two fields. */
const fakeVideo = () => {
  const target = new EventTarget()
  const state = { paused: true, error: null as object | null, plays: 0 }
  const tell = (...names: string[]) => {
    for (const name of names) target.dispatchEvent(new Event(name))
  }
  const video = Object.assign(target, {
    play: () => {
      state.plays += 1
      state.paused = false
      tell('play')
      return Promise.resolve()
    },
  })
  Object.defineProperties(video, { paused: { get: () => state.paused }, error: { get: () => state.error } })
  return { video: video as unknown as HTMLVideoElement, state, tell }
}

describe('watchIntent', () => {
  let made: ReturnType<typeof fakeVideo>
  let intent: ReturnType<typeof watchIntent>
  beforeEach(() => {
    made = fakeVideo()
    intent = watchIntent(made.video, new AbortController().signal)
  })
  /** The decoder fails, the source goes and comes again: each pauses the element. */
  const recover = () => {
    made.state.error = {}
    made.state.paused = true
    made.tell('pause', 'error')
    made.state.error = null
    made.tell('emptied', 'loadedmetadata')
  }

  it('K12: plays on after a media error when it was playing', () => {
    void made.video.play()
    recover()
    expect([made.state.plays, made.state.paused, intent.running()]).toEqual([2, false, true])
  })

  it('K12: plays on after each of several media errors', () => {
    void made.video.play()
    recover()
    recover()
    expect([made.state.plays, made.state.paused]).toEqual([3, false])
  })

  it('K12: stays paused after a media error when it was paused, or at its end', () => {
    recover()
    void made.video.play()
    made.state.paused = true
    made.tell('pause')
    recover()
    void made.video.play()
    made.tell('ended')
    recover()
    expect([made.state.plays, made.state.paused, intent.running()]).toEqual([2, true, false])
  })

  /** Another source is loaded: the element pauses by itself, and forgets the events that it has not told yet. */
  const replace = () => {
    intent.leaving()
    made.state.paused = true
    made.tell('emptied')
    intent.leaving()
    made.tell('loadedmetadata')
  }

  it('M23: stays paused over a new source when it was paused just before', () => {
    void made.video.play()
    made.state.paused = true
    replace()
    expect([made.state.plays, made.state.paused, intent.running()]).toEqual([1, true, false])
  })

  it('plays on over new sources when it was playing', () => {
    void made.video.play()
    replace()
    replace()
    expect([made.state.plays, made.state.paused, intent.running()]).toEqual([3, false, true])
  })

  it('K12: plays on over a source that is replaced because of its error', () => {
    void made.video.play()
    made.state.error = {}
    made.state.paused = true
    intent.leaving()
    made.state.error = null
    made.tell('emptied', 'loadedmetadata')
    expect([made.state.plays, made.state.paused, intent.running()]).toEqual([2, false, true])
  })
})
