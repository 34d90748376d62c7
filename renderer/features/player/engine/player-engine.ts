import type { ErrorData } from 'hls.js'
import type { Problem } from '../../../../electron/contract/result.ts'
import { spansOf } from '../timeline/axis.ts'
import { type EngineCause, type EngineFailure, judge, judgeVideo, mayOtherPlay, type Verdict } from './error-policy.ts'
import { jumpGaps } from './gaps.ts'
import { createHlsRecovery } from './hls-recovery.ts'
import { createHlsSource, type HlsSource } from './hls-source.ts'
import { loadMp4, watchMp4 } from './mp4-source.ts'
import { watchIntent } from './play-intent.ts'
import { createRetries } from './retries.ts'
import { watchMedia } from './watch-media.ts'
import type { Rescue } from './watchdog.ts'

export type EngineReport = {
  mode: (mode: 'hls' | 'mp4') => void
  /** Loading stopped and waits for usable links; what is buffered plays on. */
  waiting: (on: boolean) => void
  failed: (failure: EngineFailure) => void
  /** P17: recordings have no sound; true only when the media carries some. */
  audio: (present: boolean) => void
}

export type Engine = {
  /** The lease is fresh again: load on at once. Position, buffer and speed stay as they are. */
  linksRenewed: () => void
  destroy: () => void
}

type Source = { hls: string | null; mp4: string | null }

/** The path of the request that failed. */
const failedPath = ({ response, frag, url }: ErrorData): string | null => {
  const address = response?.url || url || frag?.url
  return address ? new URL(address, location.href).pathname : null
}

/**
 * Feeds one `<video>` from the gateway: HLS by hls.js, else the MP4, which is also the way out when HLS fails.
 * Paths stay the same for the whole life of a replay (leases are renewed behind them), so nothing that plays is
 * reloaded because of a renewal; what failed is loaded again, the MP4 under a new address. `startS` is seconds of video
 * time; a place outside the media counts as 0 (V04).
 */
export const createEngine = (options: {
  video: HTMLVideoElement
  source: Source
  startS: number
  /** hls.js's worker, a file of our origin (`hls-worker.ts`). */
  workerPath: string
  /** Why a media path was not delivered last; null when it was. */
  problemOf: (path: string) => Promise<Problem | null>
  report: EngineReport
}): Engine => {
  const { video, source, workerPath, problemOf, report } = options
  const listeners = new AbortController()
  const { signal } = listeners
  const intent = watchIntent(video, signal)
  const retries = createRetries(report.waiting)
  const recovery = createHlsRecovery()
  let hls: HlsSource | null = null
  let opening = 0
  let failed = false
  /** The first start inside the media; later loads give the place where playback is then. */
  let startS = options.startS
  const over = () => failed || signal.aborted
  const here = () => (video.readyState > 0 ? video.currentTime : startS)
  const inMp4 = () => !signal.aborted && hls === null && video.hasAttribute('src')
  const attempts = () => ({
    mediaTries: recovery.recentTries(),
    waits: retries.count(),
    ended: video.ended && video.error === null,
  })

  const dropHls = () => {
    intent.leaving()
    hls?.player.destroy()
    hls = null
  }
  const fail = (failure: EngineFailure) => {
    failed = true
    retries.stop()
    dropHls()
    report.failed(failure)
  }
  const onData = () => {
    const toS = recovery.takeSeek(spansOf(video.buffered))
    if (toS !== null) video.currentTime = toS
    retries.succeeded()
  }

  /** `again`: how what failed is loaded once more, from its fragments or from the list on. */
  const apply = (
    verdict: Verdict,
    about: Omit<EngineFailure, 'cause'>,
    again: { fragments: () => void; playlist: () => void },
  ) => {
    if (over() || verdict.action === 'ignore') return
    if (verdict.action === 'wait') return retries.schedule(again[verdict.again])
    if (verdict.action === 'recover-media') return again.playlist()
    retries.stop()
    if (hls && source.mp4 && mayOtherPlay(about)) return openMp4(source.mp4, here())
    fail({ cause: verdict.cause, ...about })
  }
  const giveUp = (cause: EngineCause, details: string) =>
    apply({ action: 'give-up', cause }, { details, problem: null }, { fragments: reload, playlist: reload })

  const openHls = async (path: string, atS: number): Promise<void> => {
    opening += 1
    const turn = opening
    const current = () => !over() && turn === opening
    startS = atS
    // At once: what is given up says nothing more, and the element forgets its error.
    dropHls()
    const made = await createHlsSource({
      workerPath,
      atS,
      onlyIdr: recovery.onlyIdr(),
      sets: recovery.sets,
      report: {
        error: (data) => void (current() && onHlsError(path, data)),
        flowing: onData,
        audio: report.audio,
        restart: (placeS) => void (current() && openHls(path, placeS)),
        noDecoder: (details) => current() && giveUp('codec', details),
      },
    })
    if (!current()) return made?.player.destroy()
    if (!made) {
      if (source.mp4) return openMp4(source.mp4, atS)
      return fail({ cause: 'codec', details: 'Media Source Extensions are not available here', problem: null })
    }
    report.mode('hls')
    hls = made
    made.player.attachMedia(video)
    made.player.loadSource(path)
  }

  const openMp4 = (path: string, atS: number): void => {
    opening += 1
    report.mode('mp4')
    startS = atS
    dropHls()
    loadMp4(video, path, intent.running())
  }

  const load = (way: 'beginning' | 'idr' | null) => {
    if (over()) return
    const atS = recovery.wantedS(here())
    if (inMp4() && source.mp4) return openMp4(source.mp4, atS)
    if (source.hls) void openHls(source.hls, recovery.loadFrom(atS, way))
  }
  const reload = () => load(null)
  /** The same place once more, another way. */
  const recover = () => load(recovery.escalate(here()))

  const onHlsError = async (path: string, data: ErrorData) => {
    const player = hls
    const isLoad = data.fatal && data.type === 'networkError'
    const problem = isLoad ? await problemOf(failedPath(data) ?? path) : null
    if (hls !== player) return
    const { type, fatal } = data
    const details = `${data.details}${data.mimeType ? `, ${data.mimeType}` : ''}`
    const verdict = judge({ type, details: data.details, fatal }, problem, attempts())
    const playlist = verdict.action === 'recover-media' ? recover : reload
    apply(verdict, { details, problem }, { fragments: () => hls?.player.startLoad(-1), playlist })
  }

  const onMp4Fault = async (code: number, details: string): Promise<void> => {
    const path = source.mp4
    if (!inMp4() || !path || retries.isPending()) return
    const atS = here()
    const problem = await problemOf(path)
    // Code 0 is a stall: without a problem the connection is slow.
    if (!inMp4() || retries.isPending() || (code === 0 && (!problem || video.readyState > 2))) return
    const again = () => openMp4(path, atS)
    apply(judgeVideo(code, problem, attempts()), { details, problem }, { fragments: again, playlist: again })
  }

  const onVideoError = () => {
    const { code = 4, message = '' } = video.error ?? {}
    if (inMp4()) return void onMp4Fault(code, message)
    // hls.js looks at the element's error only when it appends again.
    if (!hls || retries.isPending()) return
    const verdict = judge({ type: 'mediaError', details: 'decode', fatal: true }, null, attempts())
    apply(verdict, { details: message, problem: null }, { fragments: recover, playlist: recover })
  }

  const rescue = (what: Rescue) => {
    if (over()) return
    if (what.do === 'jump') video.currentTime = what.toS
    else if (what.do === 'reload') reload()
    else
      giveUp(
        what.loading ? 'network' : 'no-picture',
        `no ${what.loading ? 'data' : 'picture'} at ${here().toFixed(1)} s`,
      )
  }

  video.addEventListener('error', onVideoError, { signal })
  const onSeeking = () => {
    if (video.currentTime > 0) recovery.dropSeek() // the person's own seek
  }
  video.addEventListener('seeking', onSeeking, { signal })
  const { isPending } = retries
  watchMp4(video, { inUse: inMp4, startS: () => startS, isPending, onData, onFault: onMp4Fault }, signal)
  jumpGaps(
    video,
    { parts: () => hls?.parts() ?? [], lastLoaded: () => hls?.lastLoaded() ?? false, end: () => hls?.end() },
    signal,
  )
  watchMedia(
    video,
    {
      activity: () => (inMp4() ? null : (hls?.activity() ?? { requests: 1, bytes: 0, repeats: 0 })),
      waiting: () => failed || isPending(),
      running: intent.running,
      rescue,
    },
    signal,
  )

  if (source.hls) void openHls(source.hls, startS)
  else if (source.mp4) openMp4(source.mp4, startS)
  else fail({ cause: 'bad-playlist', details: 'neither a playlist nor an MP4', problem: null })

  return {
    linksRenewed: retries.runNow,
    destroy: () => {
      listeners.abort()
      retries.cancel()
      dropHls()
      video.removeAttribute('src')
      video.load()
    },
  }
}
