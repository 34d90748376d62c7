import { type PlayerStore, showToast } from '../player-store.ts'
import { knownLength, sameSpans, seekTarget, spansOf } from '../timeline/axis.ts'
import { createProbe } from './frame-probe.ts'
import { createFrameClock, stepBack, stepForward } from './frame-step.ts'
import { loopIn, loopJump, loopOut, NO_LOOP, toggleLoop } from './loop.ts'
import { applySpeed } from './speed.ts'

/** Times of frames are rounded; this far behind its beginning a frame is surely shown. */
const ON_FRAME_S = 0.0005
/** A step is up to eleven seeks. A person waits so long for all of them, ms. */
const STEP_MS = 5_000

/** All that moves the picture. Times in seconds of video time; invalid numbers are ignored (V06). */
export type Playback = ReturnType<typeof createPlayback>

/** Ties one `<video>` to the store: events in, commands out. `destroy` undoes all of it. */
export const createPlayback = (video: HTMLVideoElement, store: PlayerStore) => {
  const listeners = new AbortController()
  const clock = createFrameClock()
  let before = 0
  let wanted: number | null = null // the newest place while a seek is under way
  /** The step under way; whatever else moves the picture ends it. */
  let stepping: AbortController | null = null
  let frameHandle = 0

  const length = () => store.getState().lengthS
  const show = (timeS: number) => {
    if (Number.isFinite(timeS)) store.setState({ timeS })
  }
  const jump = (to: number) => {
    stepping?.abort()
    before = to
    if (video.seeking) wanted = to
    else video.currentTime = to
    show(to)
  }
  const tick = () => {
    // Without a source the element is at 0, which is not where the person is.
    if (stepping || wanted !== null || video.readyState === 0) return
    const now = video.currentTime
    const back = video.seeking ? null : loopJump(store.getState().loop, before, now)
    before = now
    if (back !== null) jump(back)
    else show(now)
  }
  const measure = () => {
    const lengthS = knownLength(video.duration)
    const buffered = spansOf(video.buffered)
    const old = store.getState()
    if (old.lengthS !== lengthS) store.setState({ lengthS })
    if (!sameSpans(old.buffered, buffered)) store.setState({ buffered })
  }
  const updateBuffering = () => {
    const wants = video.seeking || (!video.paused && !video.ended)
    store.setState({ buffering: wants && video.readyState < 3 })
  }
  const onFrame = (_now: number, frame: VideoFrameCallbackMetadata) => {
    clock.seen(frame.mediaTime, !video.paused && !video.seeking)
    tick()
    if (!listeners.signal.aborted) frameHandle = video.requestVideoFrameCallback(onFrame)
  }

  const on = (names: string, run: () => void) => {
    for (const name of names.split(' ')) video.addEventListener(name, run, { signal: listeners.signal })
  }
  on('loadedmetadata durationchange progress emptied', measure)
  on('waiting playing canplay seeking seeked emptied pause', updateBuffering)
  on('timeupdate', tick)
  on('loadeddata playing', () => store.setState({ ready: true, failure: null }))
  on('play', () => store.setState({ playing: true, ended: false }))
  on('pause', () => store.setState({ playing: false }))
  on('emptied', () => {
    // No `seeked` will come: what is loaded next begins at the newest place.
    if (wanted !== null) video.currentTime = wanted
    wanted = null
    store.setState({ ready: false })
  })
  on('ratechange', () => store.setState({ rate: video.playbackRate }))
  on('seeked', () => {
    measure()
    if (wanted === null) return tick()
    const next = wanted
    wanted = null
    jump(next)
  })
  on('ended', () => {
    const { loop } = store.getState()
    if (loop.on && loop.in !== null) {
      jump(loop.in)
      return play()
    }
    store.setState({ ended: true, playing: false })
    measure()
    show(video.currentTime)
  })
  if ('requestVideoFrameCallback' in video) frameHandle = video.requestVideoFrameCallback(onFrame)

  const play = () => {
    stepping?.abort()
    video.play().catch((error: unknown) => {
      // A pause or a new source interrupts a start: not worth a word.
      if (error instanceof DOMException && error.name === 'NotAllowedError') {
        showToast(store, 'Playback is not allowed yet.', { next: 'Press Play again.', bad: true })
      }
    })
  }

  const step = async (direction: 1 | -1) => {
    if (stepping || length() === null) return
    video.pause()
    const own = new AbortController()
    stepping = own
    const late = setTimeout(() => own.abort('late'), STEP_MS)
    const probe = createProbe(video, own.signal)
    const from = store.getState().timeS
    try {
      const end = length() ?? from
      // A hidden window presents no frames: then what was shown last says nothing.
      const shown = !video.seeking && document.visibilityState === 'visible' ? clock.shown() : null
      const base = shown !== null && shown <= from + 0.002 ? shown : await probe(from)
      const frame = direction === 1 ? await stepForward(probe, base, clock.gap(), end) : await stepBack(probe, base)
      if (frame === null) showToast(store, direction === 1 ? 'This is the last frame.' : 'This is the first frame.')
      // Stand on the frame's own beginning, so that label, notes and links mean what is shown.
      const place = frame === null ? from : frame + ON_FRAME_S
      if (Math.abs(video.currentTime - place) > 0.002) video.currentTime = place
      show(place)
    } catch (reason) {
      if (!own.signal.aborted) throw reason
      if (reason !== 'late') return
      video.currentTime = from
      showToast(store, "Couldn't load the frame.", { next: 'Retry.', bad: true })
    } finally {
      clearTimeout(late)
      stepping = null
    }
  }

  const seek = (seconds: number) => {
    const to = length() === null ? null : seekTarget(seconds, length())
    if (to === null) return
    store.setState({ ended: false })
    jump(to)
  }

  const setLoop = (change: typeof loopIn) => store.setState({ loop: change(store.getState().loop, video.currentTime) })

  return {
    play,
    pause: () => video.pause(),
    isSeeking: () => video.seeking,
    toggle: () => (video.paused ? play() : video.pause()),
    seek,
    seekBy: (seconds: number) => seek((wanted ?? video.currentTime) + seconds),
    seekToFraction: (fraction: number) => seek(fraction * (length() ?? Number.NaN)),
    step: (direction: 1 | -1) => void step(direction),
    /** Answers the rate the media really took. */
    setRate: (rate: number) => {
      const real = applySpeed(video, rate)
      store.setState({ rate: real })
      return real
    },
    setMuted: (muted: boolean) => {
      video.muted = muted
      store.setState({ muted })
    },
    loopIn: () => setLoop(loopIn),
    loopOut: () => setLoop(loopOut),
    toggleLoop: () => store.setState({ loop: toggleLoop(store.getState().loop, length()) }),
    clearLoop: () => store.setState({ loop: NO_LOOP }),
    destroy: () => {
      listeners.abort()
      stepping?.abort()
      if (frameHandle) video.cancelVideoFrameCallback(frameHandle)
    },
  }
}
