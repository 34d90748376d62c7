import { cookieWire } from '../../service/answers/wire.ts'
import { interpretCookie } from '../meaning/meaning.ts'
import type { ReadWithValues } from '../reads.ts'
import { createValueHasher } from '../snapshots/seal.ts'

/** Epoch ms, and the same in Unix seconds. */
export const MADE_AT = Date.UTC(2026, 10, 27, 12)
const SECONDS = MADE_AT / 1_000

/** A record as the service gives it. `days` from MADE_AT; null: a session cookie. */
export const record = (
  name: string,
  value: string,
  rest: Record<string, unknown> & { days?: number | null } = {},
): Record<string, unknown> => {
  const { days = 30, ...fields } = rest
  const expires = days === null ? null : SECONDS + days * 86_400
  return {
    name,
    value,
    domain: 'portal.northgate.example',
    path: '/',
    httpOnly: false,
    hostOnly: true,
    sameSite: 'Lax',
    secure: true,
    session: days === null,
    storeId: null,
    expirationDate: expires,
    expires,
    partitionKey: null,
    ...fields,
  }
}

export const readOf = (records: Record<string, unknown>[], more: Partial<ReadWithValues> = {}): ReadWithValues => {
  const context = { now: more.at ?? MADE_AT, sites: null }
  const cookies = records.map((one, index) => interpretCookie(cookieWire.parse(one), String(index), context))
  const base = {
    accountId: 'me',
    profileId: 'p-1',
    at: MADE_AT,
    snapshotId: null,
    label: null,
    skipped: 0,
    skippedReasons: [],
  }
  return { ...base, cookies, values: { kind: 'plain' }, ...more }
}

/** What is left of a read where there was no keychain. */
export const hashesOf = (read: ReadWithValues, salt: Buffer): ReadWithValues => ({
  ...read,
  cookies: read.cookies.map((cookie) => ({ ...cookie, value: '' })),
  values: { kind: 'hashes', salt, hashes: read.cookies.map(({ value }) => createValueHasher(salt)(value)) },
})
