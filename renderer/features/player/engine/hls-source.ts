import type Hls from 'hls.js'
import type { ErrorData, Events, Fragment, FragmentLoaderContext, HlsConfig } from 'hls.js'
import { createBegins, followPictures } from '../stream/borders.ts'
import { createMadeInits } from '../stream/fragment/made-inits.ts'
import { createLoaders, type LoadActivity, type LoaderClass } from '../stream/loaders.ts'
import { createCompleter, type ListedPart, loadPart } from '../stream/neighbours.ts'
import type { TsState } from '../stream/rewrite-ts.ts'
import { createRewriter } from '../stream/segment-rewriter.ts'
import { AVC, codecName, HEVC, type VideoStream } from '../stream/ts-tables.ts'
import { playableStart } from './gaps.ts'
import { hlsOptions } from './hls-options.ts'
import { createTrackWatch } from './start-position.ts'

/** hls.js loads with the first playlist, so that its enumeration cannot be named before. */
const BUFFER_EOS = 'hlsBufferEos' as Events.BUFFER_EOS

/** A main profile of HEVC: a system that has it decodes what recorders write. */
const HEVC_TYPE = 'video/mp4; codecs="hvc1.1.6.L120.90"'

export type HlsSource = {
  player: Hls
  activity: () => LoadActivity
  /** Seconds of video time; `gap` marks parts that the recording does not have. */
  parts: () => readonly { start: number; end: number; gap?: boolean | undefined }[]
  /** Whether the last part of the list has come. */
  lastLoaded: () => boolean
  /** No more data will come: the rest plays and `ended` fires. */
  end: () => void
}

export type HlsReport = {
  error: (data: ErrorData) => void
  flowing: () => void
  audio: (present: boolean) => void
  /** hls.js cannot be talked out of what it began with: rebuild it at this place. */
  restart: (atS: number) => void
  /** A codec that nothing here decodes, in words for the details. */
  noDecoder: (details: string) => void
}

const decodes = ({ type }: VideoStream): boolean =>
  type === AVC || (type === HEVC && MediaSource.isTypeSupported(HEVC_TYPE))

/**
 * One hls.js for one playlist, beginning at `atS`. Null where Media Source Extensions are missing. `onlyIdr`: begin at
 * IDR pictures alone, for recovery points at which a decoder fails (M20).
 */
export const createHlsSource = async (options: {
  workerPath: string
  atS: number
  onlyIdr: boolean
  /** Parameter sets of this playlist that were seen: `TsState.sets`. */
  sets: TsState['sets']
  report: HlsReport
}): Promise<HlsSource | null> => {
  const { workerPath, atS, onlyIdr, sets, report } = options
  const { default: Player } = await import('hls.js/light')
  if (!Player.isSupported()) return null
  const giveInit = createMadeInits()
  const rewrite = createRewriter({
    onlyIdr,
    sets,
    onVideo: (video) => {
      if (!decodes(video)) report.noDecoder(codecName(video))
    },
    onInit: (part, section) => giveInit(part as Fragment, section),
    isPlain: (cc) => fragments().every((part) => part.cc !== cc || !part.encrypted),
  })
  const loaders = createLoaders(Player.DefaultConfig.loader as LoaderClass)
  const begins = createBegins()
  const fragments = () => player.latestLevelDetails?.fragments ?? []
  /** Neighbours are progress of the load that waits for them. */
  const loadNeighbour = async (part: ListedPart) => {
    const bytes = await loadPart(part)
    loaders.came(bytes.length)
    return bytes
  }
  const completer = createCompleter(fragments, loadNeighbour, begins.of)
  const player: Hls = new Player({
    ...hlsOptions(workerPath, atS),
    loader: loaders.watched(null) as HlsConfig['loader'],
    fLoader: loaders.watched(async (context, data) => {
      const { frag } = context as FragmentLoaderContext
      if (frag.sn !== 'initSegment') begins.place(fragments(), frag.cc)
      const whole = await completer.complete(frag, data)
      return rewrite(frag, whole, completer.lastLength(frag))
    }) as unknown as NonNullable<HlsConfig['fLoader']>,
  })
  let over = false
  /** Outside of hls.js's own event; what it says of what it began with no longer matters. */
  const restart = (place: () => number) => {
    over = true
    setTimeout(() => report.restart(place()))
  }
  player.once(Player.Events.MANIFEST_PARSED, (_, { levels }) => {
    if (levels.length > 1) player.currentLevel = levels.length - 1 // the best one, and it stays
  })
  player.once(Player.Events.LEVEL_LOADED, (_, { details }) => {
    begins.read(details.fragments)
    // V04, P10: hls.js cannot be talked out of its first place, so it starts over.
    const place = playableStart(atS, details.fragments)
    if (place !== atS) restart(() => place)
  })
  player.on(Player.Events.LEVEL_PTS_UPDATED, (_, { details, frag }) => followPictures(details.fragments, frag))
  let lastLoaded = false
  player.on(Player.Events.FRAG_BUFFERED, (_, { frag }) => {
    if (frag.sn === player.latestLevelDetails?.endSN) lastLoaded = true
    report.flowing()
  })
  const tracks = createTrackWatch({ hereS: () => player.media?.currentTime ?? 0, restart })
  player.on(Player.Events.FRAG_LOADED, (_, { frag }) => {
    tracks.loaded(frag.start)
    completer.took(frag)
  })
  player.on(Player.Events.BUFFER_CODECS, (_, began) => report.audio(tracks.began(began)))
  player.on(Player.Events.ERROR, (_, data) => {
    if (!over) report.error(data)
  })
  return {
    player,
    activity: loaders.activity,
    parts: fragments,
    lastLoaded: () => lastLoaded,
    end: () => void player.trigger(BUFFER_EOS, { type: null }),
  }
}
