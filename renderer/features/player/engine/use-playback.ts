import { useEffect, useRef, useState } from 'react'
import type { Lease, Playable } from '../../../../electron/contract/models/replay-models.ts'
import { invoke } from '../../../bridge.ts'
import { onPageEnd } from '../../../ui/saves/late-saves.ts'
import { clockText } from '../../../ui/text/clock-text.ts'
import { keepPosition } from '../late-player-saves.ts'
import { CLEAN, type PlayerStore, showToast } from '../player-store.ts'
import workerPath from './hls-worker.ts?worker&url'
import { createPlayback, type Playback } from './playback.ts'
import { createEngine, type Engine } from './player-engine.ts'
import { positionToKeep, startPosition } from './start-position.ts'

/**
 * Where the person left off, ms of video time; `none` when nowhere, null until it is known. Requested again for each
 * opening and then kept: a cached row is from before the last leave, and what is saved while playing is no start.
 */
export const useLeftOff = (sessionId: string): number | 'none' | null => {
  const [leftOff, setLeftOff] = useState<number | 'none' | null>(null)
  useEffect(() => {
    let here = true
    void invoke('sessions.get', { sessionId }).then((result) => {
      if (here) setLeftOff((result.ok ? result.value.positionMs : null) ?? 'none')
    })
    return () => {
      here = false
    }
  }, [sessionId])
  return leftOff
}

const KEEP_EVERY_MS = 5_000

type Needs = {
  store: PlayerStore
  accountId: string
  sessionId: string
  playable: Playable | null
  lease: Lease | null
  /** Null until it is known where the person left off; a number or `none` after. */
  leftOffMs: number | 'none' | null
  startAtMs: number | null
  /** The person asked to see it run at once. */
  playAtOnce: boolean
  rate: number
}

/**
 * The engine's life beside React: one playback for the element, one engine for the paths. A renewed lease keeps
 * both as they are; only other paths, or the person's "Load it again", build a new engine.
 */
export const usePlayback = (needs: Needs) => {
  const { store, accountId, sessionId, playable, lease, leftOffMs, startAtMs, playAtOnce } = needs
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [attempt, setAttempt] = useState(0)
  const playback = useRef<Playback | null>(null)
  const engine = useRef<Engine | null>(null)
  const rate = useRef(needs.rate)
  rate.current = needs.rate

  // Where one left off: every few seconds while it changes, and on leave. It is first, because cleanups run
  // in this order and the engine's empties the element.
  useEffect(() => {
    let kept: number | null = null
    const keep = () => {
      const { timeS, lengthS, ready } = store.getState()
      if (!ready || lengthS === null) return
      const positionMs = positionToKeep(timeS, lengthS)
      if (positionMs === kept) return
      kept = positionMs
      keepPosition({ accountId, sessionId, positionMs })
    }
    const timer = setInterval(keep, KEEP_EVERY_MS)
    const off = onPageEnd(keep)
    return () => {
      clearInterval(timer)
      off()
      keep()
    }
  }, [accountId, sessionId, store])

  useEffect(() => {
    if (!video) return
    const made = createPlayback(video, store)
    playback.current = made
    return () => {
      made.destroy()
      playback.current = null
    }
  }, [video, store])

  const hls = playable?.hls ?? null
  const mp4 = playable?.mp4 ?? null
  const known = leftOffMs !== null
  const first = useRef({ startAtMs, leftOffMs })
  first.current = { startAtMs, leftOffMs }
  const place = useRef<{ atS: number; playing: boolean } | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` means "once more"
  useEffect(() => {
    if (!video || !known || (hls === null && mp4 === null)) return
    const from = first.current
    const left = typeof from.leftOffMs === 'number' ? from.leftOffMs : null
    const start = startPosition(from.startAtMs, left, null)
    const again = place.current
    const startS = again?.atS ?? start.atS
    store.setState({ ...CLEAN, timeS: startS })
    if (again === null && start.why === 'resume')
      showToast(store, `Resumed at ${clockText(start.atS, 0)}`, { next: 'Home starts over.' })
    const made = createEngine({
      video,
      source: { hls, mp4 },
      startS,
      workerPath,
      problemOf: async (path) => {
        const asked = await invoke('replay.mediaProblem', { path })
        return asked.ok ? asked.value : asked.problem
      },
      report: {
        mode: (mode) => store.setState({ mode }),
        waiting: (waitingForLinks) => store.setState({ waitingForLinks }),
        failed: (failure) => store.setState({ failure }),
        audio: (hasAudio) => store.setState({ hasAudio }),
      },
    })
    engine.current = made
    playback.current?.setRate(rate.current)
    if (again?.playing) playback.current?.play()
    return () => {
      const { timeS, playing } = store.getState()
      place.current = { atS: timeS, playing }
      made.destroy()
      engine.current = null
    }
  }, [video, store, hls, mp4, known, attempt])

  // Settings may change elsewhere.
  useEffect(() => {
    if (Math.abs(store.getState().rate - needs.rate) > 1e-6) playback.current?.setRate(needs.rate)
  }, [needs.rate, store])

  useEffect(() => {
    if (!playAtOnce) return
    const off = store.subscribe(({ ready }) => {
      if (!ready) return
      off()
      playback.current?.play()
    })
    return off
  }, [playAtOnce, store])

  const usable = lease?.state === 'fresh' ? lease.renewals : -1
  useEffect(() => {
    if (usable < 0) return
    engine.current?.linksRenewed()
    // An engine that had given up for want of data is rebuilt at the same place.
    const cause = store.getState().failure?.cause
    if (cause === 'network' || cause === 'missing') setAttempt((n) => n + 1)
  }, [usable, store])

  return {
    video,
    setVideo,
    playback: () => playback.current,
    /** Rebuilds the engine at the same place. */
    reload: () => setAttempt((n) => n + 1),
  }
}
