import { EncodedPacketSink, HLS_FORMATS, Input, type InputVideoTrack, MP4, UrlSource } from 'mediabunny'
import type { AnalysisReason } from '../../electron/contract/constants/analysis-constants.ts'
import { PRIORITY_HEADER } from '../../electron/contract/constants/analysis-constants.ts'
import { createPlaneReader } from './frame-plane.ts'
import { equalGrids, lumaGrid } from './luma-grid.ts'

/** Why a recording could not be decoded to its end. */
type DecodeFailure = Exclude<AnalysisReason, 'missing' | 'stopped'> | 'cancelled'

export type DecodeOutcome =
  | { ok: true; durationMs: number; width: number; height: number; pictures: number }
  /** `part`: the address that could not be fetched. */
  | { ok: false; failure: DecodeFailure; details: string; part: string | null }

export type DecodeSink = {
  /** Known before the first picture; ms. Answers up to where the recording was decoded earlier, null: nowhere. */
  onStart: (info: { durationMs: number; width: number; height: number }) => number | null
  /** A picture that differs from the one before; ms from the recording's start, in order. `key`: coded on its own. */
  onGrid: (timeMs: number, grid: Uint8Array, key: boolean) => void
  /** Up to where packets were handed to the decoder; ms. */
  onPacket?: (timeMs: number) => void
  /** Awaited between packets, so that a slow reader or a pause holds the decoder back. */
  ready: () => Promise<void> | undefined
  signal: AbortSignal
}

/** Packets in the decoder and pictures waiting for their copy: enough to keep it busy, few enough for its pool. */
const QUEUED_PACKETS = 16
const QUEUED_PICTURES = 6
const RETRIES = 3

class DecodeError extends Error {
  readonly failure: DecodeFailure
  readonly part: string | null
  constructor(failure: DecodeFailure, details: string, part: string | null = null) {
    super(details)
    this.failure = failure
    this.part = part
  }
}

/** `lost`: the address of the last request for it, when that failed. */
type Recording = { input: Input<UrlSource>; lost: () => string | null }

const openRecording = (url: string): Recording => {
  let lost: string | null = null
  const input = new Input({
    // Low priority and one request at a time: what a person plays comes first.
    source: new UrlSource(url, {
      requestInit: { priority: 'low', headers: { [PRIORITY_HEADER]: 'background' } },
      fetchFn: async (resource, init) => {
        const address = resource instanceof Request ? resource.url : String(resource)
        try {
          const answer = await fetch(resource, init)
          lost = answer.ok ? null : address
          return answer
        } catch (error) {
          lost = address
          throw error
        }
      },
      parallelism: 1,
      maxCacheSize: 16 * 2 ** 20,
      getRetryDelay: (attempts) => (attempts < RETRIES ? 2 ** attempts : null),
    }),
    formats: [MP4, ...HLS_FORMATS],
    formatOptions: { hls: { offsetTimestampsByDateTime: false } },
  })
  return { input, lost: () => lost }
}

export const openVideo = async (url: string): Promise<Recording & { track: InputVideoTrack }> => {
  const recording = openRecording(url)
  try {
    if (!(await recording.input.canRead()))
      throw new DecodeError('not-a-recording', 'The file is neither MP4 nor a playlist.')
    const track = await recording.input.getPrimaryVideoTrack()
    if (!track) throw new DecodeError('no-video', 'The file has no video track.')
    return { ...recording, track }
  } catch (error) {
    recording.input.dispose()
    const lost = recording.lost()
    if (lost !== null) throw new DecodeError('not-reachable', String(error), lost)
    throw error instanceof DecodeError ? error : new DecodeError('damaged', String(error))
  }
}

/** A segmented recording starts at its first picture, whatever its clock says; an MP4 carries its own time 0. */
export const startOf = async (input: Input, track: InputVideoTrack): Promise<number> =>
  (await input.getFormat()) === MP4 ? 0 : track.getFirstTimestamp()

const decodeTrack = async (input: Input, track: InputVideoTrack, sink: DecodeSink): Promise<DecodeOutcome> => {
  const config = await track.getDecoderConfig()
  // Software: a copy out of a GPU's memory takes longer than decoding, and what plays needs the GPU.
  const wanted = config && ({ ...config, hardwareAcceleration: 'prefer-software' } satisfies VideoDecoderConfig)
  if (!wanted || !(await VideoDecoder.isConfigSupported(wanted)).supported)
    throw new DecodeError('unknown-codec', `No decoder for ${config?.codec ?? 'this codec'}.`)
  const start = await startOf(input, track)
  const end = (await track.getDurationFromMetadata()) ?? (await track.computeDuration())
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()]
  const info = { durationMs: Math.max(0, Math.round((end - start) * 1_000)), width, height }
  const doneMs = sink.onStart(info)

  const readPlane = createPlaneReader()
  let last: Uint8Array | null = null
  let pictures = 0
  let waiting = 0
  let failed: unknown = null
  let copies = Promise.resolve()
  const fail = (error: unknown): void => {
    failed ??= error
  }
  const keyTimes = new Set<number>()
  const read = async (frame: VideoFrame): Promise<void> => {
    const key = keyTimes.delete(frame.timestamp)
    try {
      const grid = lumaGrid(await readPlane(frame))
      pictures += 1
      if (last && equalGrids(grid, last)) return
      last = grid
      const timeMs = Math.max(0, frame.timestamp / 1_000 - start * 1_000)
      if (doneMs === null || timeMs > doneMs) sink.onGrid(timeMs, grid, key)
    } finally {
      frame.close()
      waiting -= 1
    }
  }
  const decoder = new VideoDecoder({
    output: (frame) => {
      waiting += 1
      copies = copies.then(() => read(frame)).catch(fail)
    },
    error: fail,
  })
  try {
    decoder.configure(wanted)
    const packets = new EncodedPacketSink(track)
    const begin = doneMs === null ? null : await packets.getKeyPacket(start + doneMs / 1_000)
    for await (const packet of packets.packets(begin ?? undefined)) {
      if (failed) throw failed
      sink.signal.throwIfAborted()
      await sink.ready()
      const chunk = packet.toEncodedVideoChunk()
      if (chunk.type === 'key') keyTimes.add(chunk.timestamp)
      decoder.decode(chunk)
      sink.onPacket?.(packet.timestamp * 1_000 - start * 1_000)
      while (decoder.decodeQueueSize > QUEUED_PACKETS)
        await new Promise((done) => decoder.addEventListener('dequeue', done, { once: true }))
      if (waiting > QUEUED_PICTURES) await copies
    }
    await decoder.flush()
    await copies
    if (failed) throw failed
    return { ok: true, ...info, pictures }
  } finally {
    if (decoder.state !== 'closed') decoder.close()
  }
}

/**
 * Decodes the recording at `url` (MP4, or a playlist of TS or fMP4 segments) and hands over the luma grid of every
 * picture that differs from the one before. Never rejects.
 */
export const decodeRecording = async (url: string, sink: DecodeSink): Promise<DecodeOutcome> => {
  let opened: Awaited<ReturnType<typeof openVideo>> | null = null
  try {
    opened = await openVideo(url)
    return await decodeTrack(opened.input, opened.track, sink)
  } catch (error) {
    const details = error instanceof Error ? error.message : String(error)
    if (sink.signal.aborted) return { ok: false, failure: 'cancelled', details: 'Cancelled.', part: null }
    if (error instanceof DecodeError) return { ok: false, failure: error.failure, details, part: error.part }
    const part = opened?.lost() ?? null
    return { ok: false, failure: part === null ? 'damaged' : 'not-reachable', details, part }
  } finally {
    opened?.input.dispose()
  }
}
