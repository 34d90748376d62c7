import type Hls from 'hls.js'
import type { ErrorData, Events } from 'hls.js'
import { type EngineCause, judge, judgeVideo, type Verdict, WAITS_MS } from './error-policy.ts'
import { hlsOptions } from './hls-options.ts'
import { jumpGaps, startPlace } from './holes.ts'

export type EngineReport = {
  mode: (mode: 'hls' | 'mp4') => void
  /** Loading stopped and waits for usable links; what is buffered plays on. */
  waiting: (on: boolean) => void
  failed: (cause: EngineCause, details: string) => void
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

/**
 * Feeds one `<video>` from the gateway: HLS by hls.js, else the MP4, which is also the way out when HLS fails.
 * Paths stay the same for the whole life of a replay (leases are renewed behind them), so nothing is ever
 * reloaded because of a renewal. `startS` is seconds of video time; a place outside the media counts as 0 (V04).
 */
export const createEngine = (options: {
  video: HTMLVideoElement
  source: Source
  startS: number
  /** hls.js, for the page and for its worker: see `playerFile` in the build's configuration. */
  playerPath: string
  report: EngineReport
}): Engine => {
  const { video, source, playerPath, report } = options
  const listeners = new AbortController()
  let hls: Hls | null = null
  let gone = false
  let waits = 0
  let mediaTries: number[] = []
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

  /** Taking the source away pauses the element; whoever was watching goes on watching. */
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

  const act = (verdict: Verdict, details: string, ways: { fragments: () => void; playlist: () => void }) => {
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
    report.failed(verdict.cause, details)
  }

  const onHlsError = (path: string, data: ErrorData) => {
    mediaTries = mediaTries.filter((at) => Date.now() - at < 60_000)
    const status = data.response?.code || null
    const verdict = judge(
      { type: data.type, details: data.details, fatal: data.fatal, status },
      { mediaTries: mediaTries.length, waits },
    )
    act(verdict, `${data.details}${status ? `, status ${status}` : ''}${data.mimeType ? `, ${data.mimeType}` : ''}`, {
      fragments: () => hls?.startLoad(-1),
      playlist: () => void openHls(path, here()),
    })
  }

  const openHls = async (path: string, at: number): Promise<void> => {
    // A script, not a module: it leaves its one export in a global.
    await import(/* @vite-ignore */ playerPath)
    const Player = globalThis.Hls
    if (gone) return
    if (!Player.isSupported()) {
      if (source.mp4) return openMp4(source.mp4, at)
      return report.failed('codec', 'Media Source Extensions are not available here')
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
    player.on(Player.Events.ERROR, (_, data) => onHlsError(path, data))
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
    keepPlaying(() => {
      dropHls()
      video.src = path
      video.load()
    })
  }

  const inMp4 = () => !gone && hls === null && video.hasAttribute('src')

  const onVideoError = async () => {
    if (!inMp4() || !source.mp4) return
    const code = video.error?.code ?? 0
    const details = video.error?.message ?? ''
    const path = source.mp4
    const at = here()
    const reachable = await answers(path, listeners.signal)
    const again = () => openMp4(path, at)
    act(judgeVideo(code, reachable, { waits }), details, { fragments: again, playlist: again })
  }
  const onMetadata = () => {
    if (inMp4() && startS > 0) video.currentTime = startS < video.duration ? startS : 0
  }
  const onData = () => {
    if (inMp4()) flowing()
  }
  video.addEventListener('error', () => void onVideoError(), { signal: listeners.signal })
  video.addEventListener('loadedmetadata', onMetadata, { signal: listeners.signal })
  video.addEventListener('loadeddata', onData, { signal: listeners.signal })
  const gaps = {
    parts: () => hls?.latestLevelDetails?.fragments ?? [],
    end: () => hls?.trigger(BUFFER_EOS, { type: null }),
  }
  jumpGaps(video, gaps, listeners.signal)

  if (source.hls) void openHls(source.hls, startS)
  else if (source.mp4) openMp4(source.mp4, startS)
  else report.failed('bad-playlist', 'neither a playlist nor an MP4')

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
      dropHls()
      video.removeAttribute('src')
      video.load()
    },
  }
}

/** Asks for one byte: tells a dead link from a file that cannot be decoded. */
const answers = async (path: string, signal: AbortSignal): Promise<boolean> => {
  try {
    const response = await fetch(path, { headers: { range: 'bytes=0-0' }, signal })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
