import type { Problem } from '../../../contract/result.ts'
import type { Clock } from '../../base/ports.ts'
import type { Sink } from './direct.ts'
import { type Chunks, drain, type Next, nextChunk, peek, slice } from './read-chunks.ts'
import { contentTypeOf, formatOf, SNIFF_BYTES } from './sniff.ts'
import { decode, readAnswer, sameObject, type Validator } from './storage-answer.ts'
import { changedObject, notMedia } from './storage-problems.ts'
import { type Answer, type Transport, TransportFault } from './storage-transport.ts'

/**
 * What the bytes must be. `media` must look like media at its beginning (P26, D10); `middle` starts amid a
 * file, where nothing can be seen; `opaque` may be anything (encrypted segments, keys, playlist texts).
 */
export type Expect = 'media' | 'middle' | 'opaque'

/** An answer whose `next` begins at the wanted byte. */
export type Part = {
  next: Next
  /**
   * Reads the rest without a promise for each chunk; `next` must not be used afterwards. Null while bytes that were
   * read ahead wait in `next`, and for bodies that cannot be read so.
   */
  direct: () => ((sink: Sink) => Promise<void>) | null
  /** Where the answer's own body begins; what lies before the wanted byte is skipped. */
  first: number
  /** The answer is the whole object, whatever was asked for. */
  whole: boolean
  /** Last byte of the object that this answer holds, null while unknown. */
  last: number | null
  validator: Validator
  /** The body was compressed: its positions are not those of the stored object. */
  coded: boolean
  contentType: string
  close: () => void
}

export type Outcome =
  | { kind: 'part'; part: Part }
  | { kind: 'refused'; status: number; code: string | null }
  | { kind: 'transient'; problem: Problem; waitMs: number }
  | { kind: 'wrong-range' }
  | { kind: 'unsatisfiable'; total: number | null }

export type StorageRequest = {
  url: string
  headers: Record<string, string>
  /** The byte that is wanted next. */
  position: number
  /** The object by earlier responses of the same read. */
  known: Validator | null
  expect: Expect
  signal: AbortSignal
}

type Config = { transport: Transport; clock: Clock; stallMs: number }

const iterate = async function* (next: Next) {
  for (let chunk = await next(); chunk !== null; chunk = await next()) yield chunk
}

/** One GET of one object, read as far as needed to know what it is. Throws TransportFault when it is final. */
export const createStorageRequest = ({ transport, clock, stallMs }: Config) => {
  const reader =
    (chunks: Chunks, signal: AbortSignal): Next =>
    () =>
      nextChunk(chunks, clock, stallMs, signal)

  const decoded = (next: Next, coding: string, signal: AbortSignal): Next => {
    const plain = decode(iterate(next), coding)
    if (!plain) throw new TransportFault(notMedia, false)
    return reader(plain[Symbol.asyncIterator](), signal)
  }

  const read = async (answer: Answer, { position, known, expect, signal }: StorageRequest): Promise<Outcome> => {
    const raw = reader(answer.body[Symbol.asyncIterator](), signal)
    let pulled = 0
    const body: Next = async () => {
      const chunk = await raw()
      pulled += chunk?.length ?? 0
      return chunk
    }
    const reading = await readAnswer(answer, async () => {
      const { head } = await peek(body, 4_096).catch(() => ({ head: new Uint8Array() }))
      return new TextDecoder('latin1').decode(head)
    })
    if (reading.kind === 'final') throw new TransportFault(reading.problem, false)
    if (reading.kind === 'refused') return { kind: 'refused', status: answer.status, code: reading.code }
    if (reading.kind === 'transient') return { ...reading, waitMs: reading.retryAfterMs }
    if (reading.kind !== 'body') return reading
    if (reading.first > position) return { kind: 'wrong-range' }
    if (known && !sameObject(known, reading.validator)) throw new TransportFault(changedObject, false)
    const { total } = reading.validator
    if (answer.status === 200 && position > 0 && total !== null && position >= total)
      return { kind: 'unsatisfiable', total }
    if (reading.last !== null && reading.last >= reading.first && reading.last < position)
      return { kind: 'wrong-range' }

    let next = body
    let coded = reading.coded !== null
    if (reading.coded !== null) next = decoded(next, reading.coded, signal)
    else if (expect === 'media' && reading.first === 0) {
      const start = await peek(next, 2)
      coded = formatOf(start.head) === 'gzip'
      next = coded ? decoded(start.next, 'gzip', signal) : start.next
    }
    next = slice(next, position - reading.first)
    let contentType = 'application/octet-stream'
    if (expect === 'media') {
      const start = await peek(next, SNIFF_BYTES)
      next = start.next
      const format = formatOf(start.head)
      if (format === 'xml') return { kind: 'refused', status: answer.status, code: null }
      if (format === 'text') throw new TransportFault(notMedia, false)
      contentType = contentTypeOf(format)
    }
    const validator = coded ? { ...reading.validator, total: null } : reading.validator
    let handed = position - reading.first
    const last = next
    const part: Part = {
      next: async () => {
        const chunk = await last()
        handed += chunk?.length ?? 0
        return chunk
      },
      direct: () => {
        if (coded || !answer.direct || pulled !== handed) return null
        const direct = answer.direct(pulled)
        return (sink) => drain(direct, clock, stallMs, signal, sink)
      },
      first: reading.first,
      whole: answer.status === 200,
      last: coded ? null : reading.last,
      validator,
      coded,
      contentType,
      close: answer.discard,
    }
    return { kind: 'part', part }
  }

  return async (attempt: StorageRequest): Promise<Outcome> => {
    let answer: Answer | null = null
    let outcome: Outcome | null = null
    try {
      answer = await transport(attempt.url, attempt.headers, attempt.signal)
      outcome = await read(answer, attempt)
      return outcome
    } catch (error) {
      if (!(error instanceof TransportFault) || !error.transient) throw error
      return { kind: 'transient', problem: error.problem, waitMs: 0 }
    } finally {
      if (outcome?.kind !== 'part') answer?.discard()
    }
  }
}
