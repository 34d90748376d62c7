import type { CookieRow } from '../../../contract/models/cookie-models.ts'
import type { CookieRecord } from '../../service/answers/wire.ts'
import type { CookieWithValue } from '../cookie-with-value.ts'
import { factsOf } from './facts.ts'
import { flagsOf } from './flags.ts'

export type MeaningContext = {
  /** Epoch ms. */
  now: number
  /** Registrable domains that the profile persists; null where it names none. */
  sites: ReadonlySet<string> | null
}

/**
 * One record as main holds it, with what it means: the one place that decides it for table, flags, exports and compare.
 * `id` names the row inside its read. Whatever is given, a row comes of it (C06, C17).
 */
export const interpretCookie = (
  record: CookieRecord & { text?: string },
  id: string,
  { now, sites }: MeaningContext,
): CookieWithValue => {
  const { raw, name, value, text = JSON.stringify(raw), ...given } = record
  const facts = factsOf(record)
  const { expiresAt } = facts.lifetime
  const { site } = facts.host
  const row: CookieRow = {
    id,
    name,
    valueBytes: facts.valueBytes,
    sizeBytes: facts.sizeBytes,
    given,
    host: facts.hostName,
    hostOnly: facts.hostOnly,
    path: facts.path,
    secure: facts.secure,
    httpOnly: record.httpOnly ?? false,
    sameSite: facts.sameSite.value,
    kind: expiresAt === null ? 'session' : 'persistent',
    expiresAt,
    expired: expiresAt !== null && expiresAt <= now,
    site,
    party: sites === null ? null : sites.has(site) ? 'first' : 'third',
    partition: facts.partition,
    flags: flagsOf(record, facts, now),
  }
  return { row, value, raw, text }
}

/**
 * What makes two records the same cookie: name, host, host-only flag, path (RFC 6265bis, 5.7, step 23) and partition
 * (CHIPS, 2.4). `example.com` alone and `.example.com` are two cookies for a browser, and both are sent.
 */
export const cookieKey = (row: Pick<CookieRow, 'name' | 'host' | 'hostOnly' | 'path' | 'partition'>): string =>
  JSON.stringify([row.name, row.host, row.hostOnly, row.path, row.partition])
