import type { CookieRecord } from '../../service/answers/wire.ts'
import { type HostFacts, hostFacts, hostOf } from './hosts.ts'
import { type Lifetime, lifetimeOf } from './lifetime.ts'
import { type SameSiteReading, sameSiteOf } from './same-site.ts'

/** What a record means, before it gets flags. */
export type CookieFacts = {
  hostName: string
  host: HostFacts
  hasDot: boolean
  /** Its name begins with `__Host-`, spelled so (C12). */
  isHostPrefixed: boolean
  hostOnly: boolean
  path: string
  secure: boolean
  sameSite: SameSiteReading
  lifetime: Lifetime
  /** Top-level site, or null. */
  partition: string | null
  /** A partition key was given, but it names no site. */
  partitionUnreadable: boolean
  /** Fields that were given, but say nothing that can be read; they count as missing. */
  invalidFields: string[]
  valueBytes: number
  sizeBytes: number
}

/**
 * Whether the cookie is for one host alone: always with `__Host-` (C12) and where nothing can lie below the host; else
 * `hostOnly` decides over the leading dot (C01); without it the dot does.
 */
const isHostOnly = (record: CookieRecord, host: HostFacts, hasDot: boolean, isHostPrefixed: boolean): boolean =>
  isHostPrefixed || host.standsAlone || (record.hostOnly ?? !hasDot)

/** Fields of which another type, or another text, means the weaker thing; the partition has a word of its own. */
const READ_FIELDS = [
  'secure',
  'httpOnly',
  'hostOnly',
  'session',
  'sameSite',
  'path',
  'expires',
  'expirationDate',
] as const

const isDateText = (given: unknown): boolean => typeof given === 'string' && Number.isNaN(Number(given))

/** Says as well when the date was given as a text (H20). */
const lifetimeFrom = (record: CookieRecord): Lifetime => {
  const lifetime = lifetimeOf(record)
  const asText = isDateText(record.raw.expirationDate) || isDateText(record.raw.expires)
  if (lifetime.expiresAt === null || lifetime.convertedFrom !== null || !asText) return lifetime
  return { ...lifetime, convertedFrom: 'a text date' }
}

const isUnreadable = (key: unknown): boolean => key !== undefined && key !== null && key !== ''

export const factsOf = (record: CookieRecord): CookieFacts => {
  const hostName = hostOf(record.domain)
  const host = hostFacts(hostName)
  const hasDot = record.domain.startsWith('.')
  const isHostPrefixed = record.name.startsWith('__Host-')
  const valueBytes = Buffer.byteLength(record.value)
  return {
    hostName,
    host,
    hasDot,
    isHostPrefixed,
    hostOnly: isHostOnly(record, host, hasDot, isHostPrefixed),
    path: record.path?.startsWith('/') ? record.path : '/',
    secure: record.secure ?? false,
    sameSite: sameSiteOf(record.sameSite),
    lifetime: lifetimeFrom(record),
    partition: record.partitionKey,
    partitionUnreadable: record.partitionKey === null && isUnreadable(record.raw.partitionKey),
    invalidFields: READ_FIELDS.filter((field) => record[field] === null && isUnreadable(record.raw[field])),
    valueBytes,
    sizeBytes: Buffer.byteLength(record.name) + valueBytes,
  }
}
