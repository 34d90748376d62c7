import type Hls from 'hls.js'
import type { ErrorData, Events } from 'hls.js'
import type { Problem } from '../../../electron/contract/result.ts'
import { type EngineFailure, judge, judgeVideo, type Verdict, WAITS_MS } from './error-policy.ts'
import { hlsOptions } from './hls-options.ts'
import { jumpGaps, startPlace } from './holes.ts'

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

/** hls.js loads with the first playlist, so that its enumeration cannot be named before. */
const BUFFER_EOS = 'hlsBufferEos' as Events.BUFFER_EOS

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
  /** hls.js, for the page and for its worker: see `playerFile` in the build's configuration. */
  playerPath: string
  /** Why a media path was not delivered last; null when it was. */
  problemOf: (path: string) => Promise<Problem | null>
  report: EngineReport
}): Engine => {
  const { video, source, playerPath, problemOf, report } = options
  const listeners = new AbortController()
  let hls: Hls | null = null
  let gone = false
  let waits = 0
  let mediaTries: number[] = []
  let stalled: ReturnType<typeof setTimeout> | undefined
  let retry: { timer: ReturnType<typeof setTimeout>; run: () => void } | null = null

  const clearRetry = () => {
    if (retry) clearTimeout(retry.timer)
    retry = null
  }
  const flowing = () => {
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

  /** Taking the source away pauses the element; whoever was watching goes on watching, at the same speed. */
  const keepPlaying = (change: () => void) => {
    const playing = !video.paused
    change()
    if (!playing) return
    const play = () => void video.play().catch(() => undefined)
    video.addEventListener('loadedmetadata', play, { once: true, signal: listeners.signal })
  }

  const dropHls = () => {
    hls?.destroy()
    hls = null
  }

  const act = (
    verdict: Verdict,
    about: Omit<EngineFailure, 'cause'>,
    ways: { fragments: () => void; playlist: () => void },
  ) => {
    if (gone || verdict.act === 'ignore') return
    if (verdict.act === 'wait') return wait(ways[verdict.again])
    if (verdict.act === 'recover-media') {
      mediaTries.push(Date.now())
      return keepPlaying(() => hls?.recoverMediaError())
    }
    clearRetry()
    report.waiting(false)
    // Dead links are dead for both; any other fault of the list need not be one of the MP4.
    if (hls && source.mp4 && verdict.cause !== 'network') return openMp4(source.mp4, here())
    dropHls()
    report.failed({ cause: verdict.cause, ...about })
  }

  const onHlsError = async (path: string, data: ErrorData) => {
    const player = hls
    const isLoad = data.fatal && data.type === 'networkError'
    const problem = isLoad ? await problemOf(failedPath(data) ?? path) : null
    if (hls !== player) return
    mediaTries = mediaTries.filter((at) => Date.now() - at < 60_000)
    const { type, fatal } = data
    const verdict = judge({ type, details: data.details, fatal }, problem, { mediaTries: mediaTries.length, waits })
    const details = `${data.details}${data.mimeType ? `, ${data.mimeType}` : ''}`
    act(
      verdict,
      { details, problem },
      {
        fragments: () => hls?.startLoad(-1),
        playlist: () => void openHls(path, here()),
      },
    )
  }

  const openHls = async (path: string, at: number): Promise<void> => {
    // A script, not a module: it leaves its one export in a global.
    await import(/* @vite-ignore */ playerPath)
    const Player = globalThis.Hls
    if (gone) return
    if (!Player.isSupported()) {
      if (source.mp4) return openMp4(source.mp4, at)
      return report.failed({ cause: 'codec', details: 'Media Source Extensions are not available here', problem: null })
    }
    const player = new Player(hlsOptions(playerPath, at))
    report.mode('hls')
    player.once(Player.Events.MANIFEST_PARSED, (_, { levels }) => {
      if (levels.length > 1) player.currentLevel = levels.length - 1 // the best one, and it stays
    })
    player.once(Player.Events.LEVEL_LOADED, (_, { details }) => {
      // V04, P10, rare: hls.js cannot be talked out of its first place, so it starts over, outside of its own event.
      const place = startPlace(at, details.fragments)
      if (place !== at) setTimeout(() => !gone && void openHls(path, place))
    })
    player.on(Player.Events.FRAG_BUFFERED, flowing)
    player.on(Player.Events.BUFFER_CODECS, (_, tracks) => report.audio('audio' in tracks || 'audiovideo' in tracks))
    player.on(Player.Events.ERROR, (_, data) => void onHlsError(path, data))
    keepPlaying(() => {
      dropHls()
      hls = player
      player.attachMedia(video)
      player.loadSource(path)
    })
  }

  const openMp4 = (path: string, at: number): void => {
    report.mode('mp4')
    startS = at
    const playing = !video.paused
    keepPlaying(() => {
      dropHls()
      video.src = freshAddress(path)
      video.load()
    })
    // At once: when this load fails too, the next one must know that it goes on.
    if (playing) void video.play().catch(() => undefined)
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
    act(judgeVideo(code, problem, { waits }), { details, problem }, { fragments: again, playlist: again })
  }
  const onVideoError = () => void onMp4Fault(video.error?.code ?? 4, video.error?.message ?? '')
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
  const gaps = {
    parts: () => hls?.latestLevelDetails?.fragments ?? [],
    end: () => hls?.trigger(BUFFER_EOS, { type: null }),
  }
  jumpGaps(video, gaps, listeners.signal)

  if (source.hls) void openHls(source.hls, startS)
  else if (source.mp4) openMp4(source.mp4, startS)
  else report.failed({ cause: 'bad-playlist', details: 'neither a playlist nor an MP4', problem: null })

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
