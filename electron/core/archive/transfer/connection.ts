import { fail, type Problem } from '../../../contract/result.ts'
import type { Clock } from '../../base/ports.ts'
import { writeRange } from '../../media/storage/ranges.ts'
import { cutShort, isMissing, wrongRange } from '../../media/storage/storage-problems.ts'
import { createStorageRequest, type Part } from '../../media/storage/storage-request.ts'
import { cancelled, notReachable, type Transport, TransportFault } from '../../media/storage/storage-transport.ts'
import type { ReplayRecord } from '../../service/answers/wire.ts'
import type { RecordLinks, Throttle } from '../archive-types.ts'
import { objectOf } from '../files/metadata/sidecar.ts'
import type { Job } from './job.ts'
import type { Batch } from './part-file.ts'
import type { WorkRange } from './work-ranges.ts'

/** The storage refused this record's link. */
export class Refused extends Error {
  readonly record: ReplayRecord
  readonly status: number
  readonly code: string | null
  constructor(record: ReplayRecord, status: number, code: string | null) {
    super('refused')
    this.record = record
    this.status = status
    this.code = code
  }
}

/** The storage asks for patience: 429, 5xx. */
export class Busy extends Error {
  readonly problem: Problem
  readonly waitMs: number
  constructor(problem: Problem, waitMs: number) {
    super(problem.message)
    this.problem = problem
    this.waitMs = waitMs
  }
}

/** The answer does not hold the bytes that were asked for. */
export class NoRanges extends Error {}

/** The storage says that the object ends before the wanted byte (D06). */
export class Ended extends Error {
  readonly total: number | null
  constructor(total: number | null) {
    super('ended')
    this.total = total
  }
}

type Config = {
  links: RecordLinks
  transport: Transport
  throttle: Throttle
  clock: Clock
  stallMs: number
}

/** Bytes between two looks at the speed limit. */
const THROTTLE_BYTES = 128 * 1024

/** Faults of the layer below that are no answer, such as a network that went to sleep (X08). */
const guarded =
  (transport: Transport): Transport =>
  async (url, headers, signal) => {
    try {
      return await transport(url, headers, signal)
    } catch (error) {
      throw error instanceof TransportFault ? error : notReachable(error)
    }
  }

/** One GET for one range, from its position on. Throws TransportFault or one of the above. */
export const createConnection = (config: Config) => {
  const { links, throttle } = config
  const attempt = createStorageRequest({
    transport: guarded(config.transport),
    clock: config.clock,
    stallMs: config.stallMs,
  })

  const reach = async (job: Job, range: WorkRange, whole: boolean, signal: AbortSignal): Promise<Part> => {
    const record = await links.record(signal)
    if (!record.ok) throw new TransportFault(record.problem, false)
    const url = record.value.mp4Url
    if (url === null) {
      const none = fail('no-recording', 'The service has no MP4 for this session.', { next: 'Retry later.' })
      throw new TransportFault(none.problem, false)
    }
    const known = job.stale ? null : job.known
    const headers: Record<string, string> = { accept: '*/*', 'accept-encoding': 'identity' }
    if (!whole) {
      headers.range = writeRange(range.position, Number.isFinite(range.end) ? range.end - 1 : null)
      if (known && job.strong !== null) headers['if-range'] = job.strong
    }
    const expect = range.position === 0 ? 'media' : 'middle'
    const outcome = await attempt({ url, headers, position: range.position, known, expect, signal }).catch((error) => {
      const status = error instanceof TransportFault ? error.problem.status : undefined
      // Some storages say of an expired link that there is no such object (H48): new links tell which it is.
      if (status !== undefined && isMissing(status)) throw new Refused(record.value, status, null)
      throw error
    })
    switch (outcome.kind) {
      case 'part':
        if (job.object === '' || job.stale) job.object = objectOf(url)
        return outcome.part
      case 'refused':
        throw new Refused(record.value, outcome.status, outcome.code)
      case 'transient':
        throw new Busy(outcome.problem, outcome.waitMs)
      case 'unsatisfiable':
        throw new Ended(outcome.total)
      case 'wrong-range':
        if (whole) throw new TransportFault(wrongRange, false)
        throw new NoRanges()
    }
  }

  /**
   * Reads until the range is full or the answer ends. Bytes go to `batch`; the range's end may shrink meanwhile.
   * Answers true when the object ended here in good order and its size was unknown.
   */
  const read = async (part: Part, range: WorkRange, batch: Batch, signal: AbortSignal): Promise<boolean> => {
    let unpaid = 0
    const accept = (chunk: Uint8Array): Promise<void> | undefined => {
      const room = range.end - range.position
      const bytes = chunk.length > room ? chunk.subarray(0, Math.max(0, room)) : chunk
      range.position += bytes.length
      unpaid += bytes.length
      const written = batch.offer(bytes)
      if (unpaid < THROTTLE_BYTES) return written
      const paid = unpaid
      unpaid = 0
      return throttle.isOff?.() ? written : pay(paid, written)
    }
    const pay = async (bytes: number, written: Promise<void> | undefined): Promise<void> => {
      await written
      if (!(await throttle.take(bytes, signal))) throw cancelled()
    }
    let direct = false
    try {
      while (range.position < range.end) {
        const rest = part.direct()
        if (rest) {
          direct = true
          await rest((chunk) => {
            const held = accept(chunk)
            return held ?? (range.position >= range.end ? true : undefined)
          })
        }
        const chunk = direct ? null : await part.next()
        if (chunk === null) {
          if (direct && range.position >= range.end) return false
          if (part.last === null && range.end === Number.POSITIVE_INFINITY) return true
          // A response of its declared length that is shorter than the requested range is no fault.
          if (part.last !== null && range.position > part.last) return false
          throw new TransportFault(cutShort, true)
        }
        await accept(chunk)
      }
      return false
    } finally {
      if (!direct && part.last !== null && range.position > part.last) part.next().then(part.close, part.close)
      else part.close()
    }
  }

  return { reach, read }
}
