import type { ErrorData } from 'hls.js'
import type { Problem } from '../../../../electron/contract/result.ts'
import type { TsState } from '../stream/rewrite-ts.ts'
import { spansOf } from '../timeline/axis.ts'
import { type EngineFailure, judge, judgeVideo, type Verdict, WAITS_MS } from './error-policy.ts'
import { jumpGaps } from './gaps.ts'
import { createHlsSource, type HlsSource } from './hls-source.ts'
import { watchIntent } from './play-intent.ts'
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

/** Amid a file Chromium repeats a failed load for half a minute before it reports an error: core knows earlier. */
const STALLED_MS = 2_000

/**
 * A new address for each load. Chromium keeps what came from an address and uses it again for 300 s after its last use
 * (`UrlData::Valid`), so that behind the old one the bytes of two recordings could be mixed after a renewal.
 */
const freshAddress = (path: string): string => `${path}?load=${crypto.randomUUID()}`

/** The path of the request that failed. */
const failedPath = ({ response, frag, url }: ErrorData): string | null => {
  const address = response?.url || url || frag?.url
  return address ? new URL(address, location.href).pathname : null
}

/**
 * Feeds one `<video>` from the gateway: HLS by hls.js, else the MP4, which is also the way out when HLS fails.
 * Paths stay the same for the whole life of a replay (leases are renewed behind them), so nothing that plays is
 * reloaded because of a renewal; what failed is loaded again, the MP4 under a new address. `startS` is seconds of video time; a place outside the media counts as 0 (V04).
 */
export const createEngine = (options: {
  video: HTMLVideoElement
  source: Source
  startS: number
  /** hls.js's worker, a file of our origin. */
  workerPath: string
  /** Why a media path was not delivered last; null when it was. */
  problemOf: (path: string) => Promise<Problem | null>
  report: EngineReport
}): Engine => {
  const { video, source, workerPath, problemOf, report } = options
  const listeners = new AbortController()
  const intent = watchIntent(video, listeners.signal)
  let hls: HlsSource | null = null
  let opening = 0
  let gone = false
  let failed = false
  /** A decoder failed at a recovery point: from then on it begins at IDR pictures alone (M20). */
  let onlyIdr = false
  const sets: TsState['sets'] = new Map()
  /** Where to go once something is loaded, when the beginning had to be read first. */
  let laterS: number | null = null
  let readBeginning = false
  let beganOver = false
  let waits = 0
  let mediaTries: number[] = []
  let stalled: ReturnType<typeof setTimeout> | undefined
  let retry: { timer: ReturnType<typeof setTimeout>; run: () => void } | null = null

  const recentTries = () => {
    mediaTries = mediaTries.filter((at) => Date.now() - at < 60_000)
    return mediaTries.length
  }
  const clearRetry = () => {
    if (retry) clearTimeout(retry.timer)
    retry = null
  }
  const flowing = () => {
    const toS = laterS
    const loaded = toS === null ? [] : spansOf(video.buffered)
    if (toS !== null && (!onlyIdr || loaded.some(({ start, end }) => start <= toS && toS < end))) {
      laterS = null
      video.currentTime = toS
    }
    waits = 0
    clearRetry()
    report.waiting(false)
  }
  const wait = (run: () => void) => {
    clearRetry()
    const again = () => {
      retry = null
      if (!gone) run()
    }
    retry = { timer: setTimeout(again, WAITS_MS[Math.min(waits, WAITS_MS.length - 1)]), run: again }
    waits += 1
    report.waiting(true)
  }

  /** The first start inside the media; later calls give the place where playback is now. */
  let startS = options.startS
  const here = () => (video.readyState > 0 ? video.currentTime : startS)

  const dropHls = () => {
    hls?.player.destroy()
    hls = null
  }

  const fail = (failure: EngineFailure) => {
    failed = true
    clearRetry()
    report.waiting(false)
    dropHls()
    report.failed(failure)
  }

  const action = (
    verdict: Verdict,
    about: Omit<EngineFailure, 'cause'>,
    ways: { fragments: () => void; playlist: () => void },
  ) => {
    if (gone || failed || verdict.action === 'ignore') return
    if (verdict.action === 'wait') return wait(ways[verdict.again])
    if (verdict.action === 'recover-media') {
      return ways.playlist()
    }
    clearRetry()
    report.waiting(false)
    // Dead links are dead for both; any other fault of the list need not be one of the MP4.
    if (hls && source.mp4 && verdict.cause !== 'network') return openMp4(source.mp4, here())
    fail({ cause: verdict.cause, ...about })
  }

  const onHlsError = async (path: string, data: ErrorData) => {
    const player = hls
    const isLoad = data.fatal && data.type === 'networkError'
    const problem = isLoad ? await problemOf(failedPath(data) ?? path) : null
    if (hls !== player) return
    const { type, fatal } = data
    const details = `${data.details}${data.mimeType ? `, ${data.mimeType}` : ''}`
    const verdict = judge({ type, details: data.details, fatal }, problem, { mediaTries: recentTries(), waits })
    action(
      verdict,
      { details, problem },
      { fragments: () => hls?.player.startLoad(-1), playlist: verdict.action === 'recover-media' ? recover : reload },
    )
  }

  const openHls = async (path: string, at: number): Promise<void> => {
    opening += 1
    const turn = opening
    const current = () => !gone && !failed && turn === opening
    startS = at
    // At once: what is given up says nothing more, and the element forgets its error.
    dropHls()
    const made = await createHlsSource({
      workerPath,
      atS: at,
      onlyIdr,
      sets,
      report: {
        error: (data) => void (current() && onHlsError(path, data)),
        flowing,
        audio: report.audio,
        restart: (place) => void (current() && openHls(path, place)),
        noDecoder: (details) =>
          current() &&
          action(
            { action: 'give-up', cause: 'codec' },
            { details, problem: null },
            { fragments: reload, playlist: reload },
          ),
      },
    })
    if (!current()) return made?.player.destroy()
    if (!made) {
      if (source.mp4) return openMp4(source.mp4, at)
      return fail({ cause: 'codec', details: 'Media Source Extensions are not available here', problem: null })
    }
    report.mode('hls')
    hls = made
    made.player.attachMedia(video)
    made.player.loadSource(path)
  }

  const openMp4 = (path: string, at: number): void => {
    opening += 1
    report.mode('mp4')
    startS = at
    dropHls()
    video.src = freshAddress(path)
    video.load()
    // At once: when this load fails too, the next one must know that it goes on.
    if (intent.running()) void video.play().catch(() => undefined)
  }

  const reload = () => {
    if (gone || failed) return
    const at = laterS ?? here()
    if (inMp4() && source.mp4) return openMp4(source.mp4, at)
    if (!source.hls) return
    // hls.js does not find back to an IDR picture that lies far before the place: it loads from the beginning.
    const fromStart = onlyIdr || readBeginning
    void openHls(source.hls, fromStart ? 0 : at)
    laterS = fromStart && at > 0 ? at : null
  }

  /** The same place once more, another way: by IDR pictures, or by way of the beginning, where the parameter sets may be. */
  const recover = () => {
    const beginning = sets.size === 0 && here() > 0 && !beganOver
    if (beginning) beganOver = true
    else {
      mediaTries.push(Date.now())
      onlyIdr = true
    }
    readBeginning = beginning
    reload()
    readBeginning = false
  }

  const rescue = (what: Rescue) => {
    if (gone || failed) return
    if (what.do === 'jump') video.currentTime = what.toS
    else if (what.do === 'reload') reload()
    else
      action(
        { action: 'give-up', cause: 'no-picture' },
        { details: `no picture at ${here().toFixed(1)} s`, problem: null },
        { fragments: reload, playlist: reload },
      )
  }

  const inMp4 = () => !gone && hls === null && video.hasAttribute('src')

  const onMp4Fault = async (code: number, details: string): Promise<void> => {
    const path = source.mp4
    if (!inMp4() || !path || retry) return
    const at = here()
    const problem = await problemOf(path)
    // Code 0 is a stall: without a problem the connection is slow.
    if (!inMp4() || retry || (code === 0 && (!problem || video.readyState > 2))) return
    const again = () => openMp4(path, at)
    action(judgeVideo(code, problem, { waits }), { details, problem }, { fragments: again, playlist: again })
  }
  const onVideoError = () => {
    const { code = 4, message = '' } = video.error ?? {}
    if (inMp4()) return void onMp4Fault(code, message)
    // hls.js looks at the element's error only when it appends again.
    if (!hls || retry) return
    const verdict = judge({ type: 'mediaError', details: 'decode', fatal: true }, null, {
      mediaTries: recentTries(),
      waits,
    })
    action(verdict, { details: message, problem: null }, { fragments: recover, playlist: recover })
  }
  const onStall = () => {
    clearTimeout(stalled)
    stalled = setTimeout(async () => {
      await onMp4Fault(0, 'stalled')
      if (inMp4() && !retry && video.readyState < 3 && (video.seeking || !video.paused)) onStall()
    }, STALLED_MS)
  }
  const onMetadata = () => {
    if (inMp4() && startS > 0) video.currentTime = startS < video.duration ? startS : 0
  }
  const onData = () => {
    clearTimeout(stalled)
    if (inMp4()) flowing()
  }
  video.addEventListener('error', onVideoError, { signal: listeners.signal })
  for (const name of ['waiting', 'seeking']) video.addEventListener(name, onStall, { signal: listeners.signal })
  video.addEventListener('loadedmetadata', onMetadata, { signal: listeners.signal })
  for (const name of ['loadeddata', 'canplay']) video.addEventListener(name, onData, { signal: listeners.signal })
  const onSeeking = () => {
    if (video.currentTime > 0) laterS = null // the person's own seek
  }
  video.addEventListener('seeking', onSeeking, { signal: listeners.signal })
  jumpGaps(
    video,
    { parts: () => hls?.parts() ?? [], lastLoaded: () => hls?.lastLoaded() ?? false, end: () => hls?.end() },
    listeners.signal,
  )
  watchMedia(
    video,
    {
      activity: () => (inMp4() ? null : (hls?.activity() ?? { requests: 1, bytes: 0, repeats: 0 })),
      waiting: () => failed || retry !== null,
      running: intent.running,
      rescue,
    },
    listeners.signal,
  )

  if (source.hls) void openHls(source.hls, startS)
  else if (source.mp4) openMp4(source.mp4, startS)
  else fail({ cause: 'bad-playlist', details: 'neither a playlist nor an MP4', problem: null })

  return {
    linksRenewed: () => {
      const pending = retry
      if (!pending) return
      waits = 0
      clearRetry()
      pending.run()
    },
    destroy: () => {
      gone = true
      listeners.abort()
      clearRetry()
      clearTimeout(stalled)
      dropHls()
      video.removeAttribute('src')
      video.load()
    },
  }
}
