import { open } from 'node:fs/promises'
import { type Fail, fail, ok, type Result } from '../../../../contract/result.ts'
import { formatOf, SNIFF_BYTES } from '../../../media/storage/sniff.ts'
import type { Damage, VerifyMp4, VerifyRequest } from '../../archive-types.ts'
import { diskProblem } from '../disk/disk-problems.ts'
import { readBack } from './mp4/read-back.ts'

/** A wider difference between file and announcement is reported; ms, and share of the announced length. */
const CLOSE_MS = 500
const CLOSE_SHARE = 0.01

const cancelled = fail('cancelled', 'The verification was stopped.')

const notMp4 = (head: Uint8Array): Fail | null => {
  const format = formatOf(head)
  if (format === 'mp4') return null
  const isPage = format === 'xml' || format === 'text'
  return fail('media-error', isPage ? 'The file is an error page, not a recording.' : 'The file is not an MP4.', {
    next: 'Archive it again.',
    details: format,
  })
}

/** Size in bytes of what looks like an MP4 and has the size that was announced. */
const sizeOf = async ({ path, expectedBytes }: VerifyRequest): Promise<Result<number>> => {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const head = Buffer.alloc(Math.min(SNIFF_BYTES, size))
    await handle.read(head, 0, head.length, 0)
    if (expectedBytes !== null && size !== expectedBytes) {
      return fail('media-error', `The file has ${size} of ${expectedBytes} bytes.`, { next: 'Archive it again.' })
    }
    if (size === 0) return fail('media-error', 'The file is empty.', { next: 'Archive it again.' })
    return notMp4(head) ?? ok(size)
  } finally {
    await handle.close()
  }
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

const lengthWarning = (durationMs: number | null, announcedMs: number | null): string[] => {
  if (durationMs === null || announcedMs === null || announcedMs <= 0) return []
  if (Math.abs(durationMs - announcedMs) <= Math.max(CLOSE_MS, announcedMs * CLOSE_SHARE)) return []
  return [`The recording is ${seconds(durationMs)} long; the service reported ${seconds(announcedMs)}.`]
}

/** What is wrong inside the file, in one sentence; null: nothing. */
export const damageText = (damage: Damage | null, pictures: number): string | null => {
  if (!damage) return null
  const { broken, empty, joint, disorder } = damage
  const found = [
    broken > 0 && `${broken} cannot be read`,
    empty > 0 && `${empty} contain no image data`,
    joint > 0 && `${joint} contain more than one image`,
    disorder > 0 && `${disorder} are out of order`,
  ].filter((part): part is string => part !== false)
  return `The video data is damaged: of ${pictures} pictures, ${found.join(', ')}.`
}

/**
 * Complete, readable, measured and hashed: size as announced (bytes), whole boxes, a picture with a key frame,
 * duration from the frames, also of fragments that name none (V05), SHA-256, and every picture by its structure. A
 * length more than 0.5 s and 1 % off is a warning. So is damage inside a whole file, which may be all the service has:
 * `damage` then says so, and the file does not count as verified. Problem `media-error` for what is no whole MP4, pages in
 * disguise included (D10); `storage`; `cancelled`.
 */
export const verifyMp4: VerifyMp4 = async (request) => {
  const { path, announcedMs, signal } = request
  try {
    const size = await sizeOf(request)
    if (!size.ok) return size
    signal?.throwIfAborted()
    const read = await readBack(path, size.value, signal)
    if (!read.ok) return read
    const { durationMs, damage, pictures } = read.value
    const damaged = damageText(damage, pictures)
    const warnings = [
      ...read.value.warnings,
      ...(damaged === null ? [] : [damaged]),
      ...lengthWarning(durationMs, announcedMs),
    ]
    return ok({ ...read.value, bytes: size.value, warnings })
  } catch (error) {
    return signal?.aborted ? cancelled : diskProblem(error)
  }
}
