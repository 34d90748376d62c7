import { cacheModes, policyHeaderLines } from '../../../contract/constants/cache-policy-headers.ts'
import { fail, ok, type Result } from '../../../contract/result.ts'
import { cut, isSecretName, REDACTED, redact } from '../redaction/redact.ts'
import type { HeaderLine } from './wire-lines.ts'

export const DEFAULT_HEADER_PREFIX = 'X-Service-'

/** Extraction cache headers of `GET /data/cache` (docs/service-contract.md, Endpoints). */
export type CacheHeaders = {
  mode?: (typeof cacheModes)[number]
  /** Milliseconds; zero forces a refresh. */
  maxAgeMs?: number
  /** Seconds; zero bypasses caching. */
  ttlSeconds?: number
}

/** The headers that say who asks; sent with every request (docs/service-contract.md, Versioning). */
export const clientHeaders = (prefix: string, version: string): Record<string, string> => ({
  accept: 'application/json',
  [`${prefix}request-origin`.toLowerCase()]: 'replay-desk',
  [`${prefix}sdk-version`.toLowerCase()]: version,
})

const isCount = (value: number | undefined): boolean =>
  value === undefined || (Number.isSafeInteger(value) && value >= 0)

/** The three cache headers, those given only; `invalid-input` for a mode or number the contract does not know. */
export const cacheHeaders = (prefix: string, given: CacheHeaders): Result<Record<string, string>> => {
  if (given.mode !== undefined && !cacheModes.includes(given.mode)) {
    return fail('invalid-input', 'The cache mode must be default, refresh or bypass.')
  }
  if (!isCount(given.maxAgeMs)) return fail('invalid-input', 'Max age must be a whole number of milliseconds.')
  if (!isCount(given.ttlSeconds)) return fail('invalid-input', 'Time to live must be a whole number of seconds.')
  return ok(Object.fromEntries(policyHeaderLines(prefix, given)))
}

/** True when the text can travel in a header: a token with a line break would end up in the error text of fetch. */
export const isSendable = (token: string): boolean => /^[\x21-\x7e]{1,20000}$/.test(token)

const LONGEST_VALUE = 4_000

/**
 * Header lines that may be shown and kept: the value of a header with a secret-sounding name is replaced (of
 * `Authorization` the scheme stays), everything else goes through `redact`. Order, spelling and repetitions stay.
 */
export const headerLines = (
  headers: Record<string, string> | Iterable<[string, string]>,
  secrets: Iterable<string | null>,
): HeaderLine[] => {
  const lines = Symbol.iterator in headers ? [...headers] : Object.entries(headers)
  const known = [...secrets]
  return lines.map(([name, value]) => {
    if (!isSecretName(name)) return [name, cut(redact(value, known), LONGEST_VALUE)]
    const scheme = /authorization$/i.test(name) ? (/^(?:Bearer|Basic|Digest)(?= )/i.exec(value)?.[0] ?? '') : ''
    return [name, scheme === '' ? REDACTED : `${scheme} ${REDACTED}`]
  })
}
