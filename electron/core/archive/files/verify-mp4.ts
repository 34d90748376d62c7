import { open } from 'node:fs/promises'
import { EncodedPacketSink, FilePathSource, Input, type InputVideoTrack, MP4, QTFF } from 'mediabunny'
import { type Fail, fail, ok, type Result } from '../../../contract/result.ts'
import { formatOf, SNIFF_BYTES } from '../../replay/storage/sniff.ts'
import type { Verified, VerifyMp4, VerifyRequest } from '../types.ts'
import { diskProblem, errorCode } from './disk-problems.ts'
import { sha256Of } from './durable.ts'
import { walkBoxes } from './mp4-boxes.ts'

/** A wider difference between file and announcement is told; ms, and share of the announced length. */
const CLOSE_MS = 500
const CLOSE_SHARE = 0.01

type Picture = Pick<Verified, 'durationMs' | 'codec' | 'width' | 'height' | 'warnings'>
type Container = { bytes: number; warnings: string[] }

const cancelled = fail('cancelled', 'The check was stopped.')

const notMp4 = (head: Uint8Array): Fail | null => {
  const format = formatOf(head)
  if (format === 'mp4') return null
  const isPage = format === 'xml' || format === 'text'
  return fail('media-error', isPage ? 'The file is an error page, not a recording.' : 'The file is no MP4.', {
    next: 'Archive it again.',
    details: format,
  })
}

const readContainer = async ({ path, expectedBytes }: VerifyRequest): Promise<Result<Container>> => {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const head = Buffer.alloc(Math.min(SNIFF_BYTES, size))
    await handle.read(head, 0, head.length, 0)
    if (expectedBytes !== null && size !== expectedBytes) {
      return fail('media-error', `The file has ${size} of ${expectedBytes} bytes.`, { next: 'Archive it again.' })
    }
    if (size === 0) return fail('media-error', 'The file is empty.', { next: 'Archive it again.' })
    const refused = notMp4(head)
    if (refused) return refused
    const boxes = await walkBoxes(handle, size)
    return boxes.ok ? ok({ bytes: size, warnings: boxes.value.warnings }) : boxes
  } finally {
    await handle.close()
  }
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

const lengthWarning = (durationMs: number | null, announcedMs: number | null): string[] => {
  if (durationMs === null || announcedMs === null || announcedMs <= 0) return []
  if (Math.abs(durationMs - announcedMs) <= Math.max(CLOSE_MS, announcedMs * CLOSE_SHARE)) return []
  return [`The recording is ${seconds(durationMs)} long; the service announced ${seconds(announcedMs)}.`]
}

/** First key frame and last frame are read whole: a table that points past the data is no recording. */
const lookAtTrack = async (track: InputVideoTrack): Promise<Result<Picture>> => {
  const sink = new EncodedPacketSink(track)
  // By its bits: the reader takes the first frame of any file for a key frame, and tables err too.
  const first = await sink.getFirstKeyPacket({ verifyKeyPackets: true })
  if (!first) return fail('media-error', 'The recording has no key frame.', { next: 'Archive it again.' })
  const last = await sink.getPacket(Number.POSITIVE_INFINITY)
  if (!first.data.length || !last?.data.length) {
    return fail('media-error', 'The recording has an empty frame.', { next: 'Archive it again.' })
  }
  const length = (await track.computeDuration()) - (await track.getFirstTimestamp())
  const durationMs = Number.isFinite(length) && length > 0 ? Math.round(length * 1_000) : null
  const codec = await track.getCodec()
  const [width, height] = [await track.getCodedWidth(), await track.getCodedHeight()]
  const warnings = [
    ...(codec === null ? ['The codec of the picture is not known here.'] : []),
    ...(durationMs === null ? ['The length of the recording is not known.'] : []),
  ]
  return ok({ durationMs, codec, width: width || null, height: height || null, warnings })
}

const lookAtPicture = async (path: string): Promise<Result<Picture>> => {
  let fault: unknown = null
  const source = new FilePathSource(path, { handleUnhandledError: (error) => (fault = error) })
  const input = new Input({ formats: [MP4, QTFF], source })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track) return fail('media-error', 'The file has no picture.', { next: 'Archive it again.' })
    const picture = await lookAtTrack(track)
    if (fault) throw fault
    return picture
  } catch (error) {
    if (errorCode(error) !== null) throw error
    // What the reader throws here is about the file: it reads nothing else.
    return fail('media-error', 'The file is no readable MP4.', {
      next: 'Archive it again.',
      details: error instanceof Error ? error.message.slice(0, 300) : 'unreadable',
    })
  } finally {
    input.dispose()
  }
}

/**
 * Complete, readable, measured and hashed: size as announced (bytes), whole boxes, a picture with a key frame,
 * duration from the frames, also of fragments that name none (V05), SHA-256. A length more than 0.5 s and 1 % off
 * is a warning. Problem `media-error` for what is no whole MP4, pages in disguise included (D10); `storage`;
 * `cancelled`.
 */
export const verifyMp4: VerifyMp4 = async (request) => {
  const { path, announcedMs, signal } = request
  try {
    const container = await readContainer(request)
    if (!container.ok) return container
    const picture = await lookAtPicture(path)
    if (!picture.ok) return picture
    if (signal?.aborted) return cancelled
    const sha256 = await sha256Of(path, signal)
    const warnings = [
      ...container.value.warnings,
      ...picture.value.warnings,
      ...lengthWarning(picture.value.durationMs, announcedMs),
    ]
    return ok({ ...picture.value, bytes: container.value.bytes, sha256, warnings })
  } catch (error) {
    return signal?.aborted ? cancelled : diskProblem(error)
  }
}
