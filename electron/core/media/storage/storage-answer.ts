import { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Problem } from '../../../contract/result.ts'
import { readContentRange, readUnsatisfied } from './ranges.ts'
import { isMissing, missing, storageFault } from './storage-problems.ts'
import type { Answer } from './storage-transport.ts'

/** What must agree between two answers for the second to continue the first. */
export type Validator = {
  etag: string | null
  modified: string | null
  total: number | null
  /** When the storage answered; tells how far `modified` can be trusted. Not compared. */
  date?: string | null
}

/** What an answer is good for. `first` is where its body starts in the object. */
export type Reading =
  | { kind: 'body'; first: number; last: number | null; validator: Validator; coded: string | null }
  | { kind: 'refused'; code: string | null }
  | { kind: 'transient'; problem: Problem; retryAfterMs: number }
  | { kind: 'wrong-range' }
  | { kind: 'unsatisfiable'; total: number | null }
  | { kind: 'final'; problem: Problem }

/** Storage error codes are letters; anything else is not shown. */
const errorCode = (body: string): string | null => /<Code>\s*([A-Za-z0-9]{1,60})\s*<\/Code>/.exec(body)?.[1] ?? null

const length = (answer: Answer): number | null => {
  const text = answer.header('content-length')
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}

const retryAfter = (answer: Answer): number => {
  const seconds = Number(answer.header('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 10) * 1000 : 0
}

const readBody = (answer: Answer): Reading => {
  const coding = answer.header('content-encoding')?.trim().toLowerCase()
  const coded = coding && coding !== 'identity' ? coding : null
  const size = length(answer)
  const etag = answer.header('etag')
  const modified = answer.header('last-modified')
  const date = answer.header('date')
  if (answer.status === 200) {
    const total = coded ? null : size
    return {
      kind: 'body',
      first: 0,
      last: total === null ? null : total - 1,
      coded,
      validator: { etag, modified, total, date },
    }
  }
  const range = readContentRange(answer.header('content-range'))
  // A slice of a compressed body is useless, and a length that contradicts the range is a lie (D02, D08).
  if (!range || coded || (size !== null && size !== range.last - range.first + 1)) return { kind: 'wrong-range' }
  return {
    kind: 'body',
    first: range.first,
    last: range.last,
    coded: null,
    validator: { etag, modified, total: range.total, date },
  }
}

/**
 * Reads the head of a storage answer. 400, 401 and 403 are a refusal of the signature (P24): the links
 * expired, or never were right. An XML type under status 200 is an error page, not media (D10).
 * `errorText` is asked for the body of an error only.
 */
export const readAnswer = async (answer: Answer, errorText: () => Promise<string>): Promise<Reading> => {
  const { status } = answer
  const isXml = /\bxml\b/i.test(answer.header('content-type') ?? '')
  if (status === 200 || status === 206) {
    return isXml ? { kind: 'refused', code: errorCode(await errorText()) } : readBody(answer)
  }
  if (status === 416) return { kind: 'unsatisfiable', total: readUnsatisfied(answer.header('content-range')) }
  if (status === 400 || status === 401 || status === 403) return { kind: 'refused', code: errorCode(await errorText()) }
  if (status === 408 || status === 425 || status === 429 || status >= 500) {
    return { kind: 'transient', problem: storageFault(status), retryAfterMs: retryAfter(answer) }
  }
  if (isMissing(status)) return { kind: 'final', problem: missing(status) }
  return { kind: 'final', problem: storageFault(status) }
}

/** Decodes a content coding that was not requested (P25); null for an unknown one. */
export const decode = (source: AsyncIterable<Uint8Array>, coding: string): AsyncIterable<Uint8Array> | null => {
  const decoder =
    coding === 'gzip' || coding === 'x-gzip'
      ? createGunzip()
      : coding === 'deflate'
        ? createInflate()
        : coding === 'br'
          ? createBrotliDecompress()
          : null
  if (!decoder) return null
  const input = Readable.from(source, { objectMode: false })
  input.on('error', (error) => decoder.destroy(error))
  decoder.on('close', () => input.destroy())
  return input.pipe(decoder)
}

/** True when `next` is a further answer of the object that `first` came from. */
export const sameObject = (first: Validator, next: Validator): boolean =>
  first.etag === next.etag &&
  first.modified === next.modified &&
  (first.total === next.total || first.total === null || next.total === null)
