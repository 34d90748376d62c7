import { EncodedPacketSink, HLS_FORMATS, Input, type InputVideoTrack, MP4, UrlSource } from 'mediabunny'
import { createPlaneReader } from './frame-plane.ts'
import { equalGrids, lumaGrid } from './luma-grid.ts'

/** Why a recording could not be decoded to its end. */
type DecodeFailure =
  | 'not-reachable' // a part could not be fetched
  | 'not-a-recording' // neither MP4 nor a playlist of TS or MP4 segments
  | 'no-video' // no video track
  | 'unknown-codec' // this computer has no decoder for it
  | 'damaged' // the decoder gave up on a picture
  | 'cancelled'

export type DecodeOutcome =
  | { ok: true; durationMs: number; width: number; height: number; pictures: number }
  | { ok: false; failure: DecodeFailure; details: string }

export type DecodeSink = {
  /** Known before the first picture; ms. */
  onStart: (info: { durationMs: number; width: number; height: number }) => void
  /** A picture that differs from the one before; ms from the recording's start, in order. `key`: coded on its own. */
  onGrid: (timeMs: number, grid: Uint8Array, key: boolean) => void
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
  constructor(failure: DecodeFailure, details: string) {
    super(details)
    this.failure = failure
  }
}

const openRecording = (url: string): Input<UrlSource> =>
  new Input({
    // Low priority and one request at a time: what a person plays comes first.
    source: new UrlSource(url, {
      requestInit: { priority: 'low' },
      parallelism: 1,
      maxCacheSize: 16 * 2 ** 20,
      getRetryDelay: (attempts) => (attempts < RETRIES ? 2 ** attempts : null),
    }),
    formats: [MP4, ...HLS_FORMATS],
    formatOptions: { hls: { offsetTimestampsByDateTime: false } },
  })

export const openVideo = async (url: string): Promise<{ input: Input<UrlSource>; track: InputVideoTrack }> => {
  const input = openRecording(url)
  try {
    if (!(await input.canRead())) throw new DecodeError('not-a-recording', 'The file is neither MP4 nor a playlist.')
    const track = await input.getPrimaryVideoTrack()
    if (!track) throw new DecodeError('no-video', 'The file has no video track.')
    return { input, track }
  } catch (error) {
    input.dispose()
    throw error instanceof DecodeError ? error : new DecodeError('not-reachable', String(error))
  }
}

/** A segmented recording starts at its first picture, whatever its clock says; an MP4 carries its own time 0. */
const startOf = async (input: Input, track: InputVideoTrack): Promise<number> =>
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
  sink.onStart(info)

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
      sink.onGrid(Math.max(0, frame.timestamp / 1_000 - start * 1_000), grid, key)
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
    for await (const packet of new EncodedPacketSink(track).packets()) {
      if (failed) throw failed
      sink.signal.throwIfAborted()
      await sink.ready()
      const chunk = packet.toEncodedVideoChunk()
      if (chunk.type === 'key') keyTimes.add(chunk.timestamp)
      decoder.decode(chunk)
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
  let input: Input | null = null
  try {
    const opened = await openVideo(url)
    input = opened.input
    return await decodeTrack(opened.input, opened.track, sink)
  } catch (error) {
    const details = error instanceof Error ? error.message : String(error)
    if (sink.signal.aborted) return { ok: false, failure: 'cancelled', details: 'Cancelled.' }
    if (error instanceof DecodeError) return { ok: false, failure: error.failure, details }
    return { ok: false, failure: 'damaged', details }
  } finally {
    input?.dispose()
  }
}
