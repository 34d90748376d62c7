import { z } from 'zod'
import { parseDuration, parseHttpDate, parseInstant } from '../../base/time.ts'
import { atOnce, inTurns } from '../../base/turns.ts'
import { startAddressOf } from '../../steps/start-address.ts'
import { isRecord } from '../http/body-text.ts'
import { cut } from '../redaction/redact.ts'

/*
 * What the service sends → what core uses. Strict about the fields that identify a record, lenient about the rest:
 * a missing, null or invalid optional field is unknown (null), unknown fields are ignored (T04, E04).
 */

/** What a field of a list may hold, UTF-16 units; what is longer is cut, with `…` at its end. */
const LONGEST = { word: 200, title: 2_000, reason: 8_000, domains: 2_000 }

const text = z.string().nullable().catch(null)
const filledText = z.string().trim().min(1).nullable().catch(null)
const upTo = (length: number) => text.transform((value) => (value === null ? null : cut(value, length)))
const titleText = filledText.transform((value) => (value === null ? null : cut(value, LONGEST.title)))
/** True or false, also as 0 and 1 (databases have no other) or as a word in any case (H21). */
const flag = z
  .unknown()
  .default(null)
  .transform((value) => {
    const word = typeof value === 'string' ? value.trim().toLowerCase() : value
    if (word === true || word === 1 || word === 'true' || word === '1') return true
    return word === false || word === 0 || word === 'false' || word === '0' ? false : null
  })
/** A finite number, also as digits (`"6000"`, E04). */
const number = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\s*-?\d{1,15}(?:\.\d+)?\s*$/)
      .transform(Number),
  ])
  .nullable()
  .catch(null)
const wholeMs = number.transform((value) => (value === null ? null : Math.round(value)))
const instant = z.unknown().default(null).transform(parseInstant)
const version = z
  .union([z.string(), z.number().transform(String)])
  .nullable()
  .catch(null)
const size = number.transform((value) => (value !== null && value > 0 ? value : null))
/** Text, or the message inside an object. */
const reason = z
  .unknown()
  .default(null)
  .transform((value) => {
    const said = isRecord(value) ? (value.message ?? value.detail ?? value.code) : value
    return typeof said === 'string' && said.trim() !== '' ? cut(said, LONGEST.reason) : null
  })
/** A host name has at most 253 signs (RFC 1035, 2.3.4); with a dot in front and a port one of ours stays below. */
const LONGEST_HOST = 300
const idWire = z.string().min(1).max(1_024)

export const replayWire = z
  .object({
    mp4_url: filledText,
    playlist_content: text,
    expires_at: instant,
    video_start_ms: wholeMs,
    video_duration_ms: wholeMs,
  })
  .transform((r) => ({
    mp4Url: r.mp4_url,
    playlist: r.playlist_content,
    /** Epoch ms, server clock; null: unknown. */
    expiresAt: r.expires_at,
    startMs: r.video_start_ms,
    durationMs: r.video_duration_ms,
  }))
export type ReplayRecord = z.output<typeof replayWire>

export const sessionWire = z
  .object({
    session_id: idWire,
    status: z
      .string()
      .catch('unknown')
      .transform((value) => cut(value, LONGEST.word)),
    created_at: instant,
    closed_at: instant,
    last_accessed_at: instant,
    duration: z.unknown().default(null).transform(parseDuration),
    error: reason,
    close_reason: reason,
    browser_type: upTo(LONGEST.word),
    viewport_width: size,
    viewport_height: size,
    name: titleText,
    title: titleText,
    task: titleText,
    steps: z
      .unknown()
      .default(null)
      .transform((steps) => ({
        count: Array.isArray(steps) ? steps.length : null,
        startAddress: startAddressOf(steps),
      })),
  })
  .transform((s) => ({
    sessionId: s.session_id,
    /** As the service says it. */
    status: s.status,
    createdAt: s.created_at,
    closedAt: s.closed_at,
    lastAccessedAt: s.last_accessed_at,
    durationMs: s.duration,
    error: s.error,
    closeReason: s.close_reason,
    browserType: s.browser_type,
    viewport:
      s.viewport_width !== null && s.viewport_height !== null
        ? { width: s.viewport_width, height: s.viewport_height }
        : null,
    /** The first that says something (docs/deployments.md, Listing); null: the service has no titles. */
    serviceTitle: s.name ?? s.title ?? s.task,
    stepCount: s.steps.count,
    /** Host and path that the first steps open; null: they name none. */
    startAddress: s.steps.startAddress,
  }))
export type SessionRecord = z.output<typeof sessionWire>

/** The steps of one session as they came, and its length in ms. */
export const sessionStepsWire = z
  .object({ session_id: idWire, duration: z.unknown().transform(parseDuration), steps: z.unknown() })
  .transform(({ steps, duration }) => ({ steps, durationMs: duration }))
export type RawSteps = z.output<typeof sessionStepsWire>

export const profileWire = z
  .object({
    profile_id: idWire,
    name: upTo(LONGEST.title),
    created_at: instant,
    updated_at: instant,
    persisted_domains: z
      .array(z.unknown())
      .catch([])
      .transform((list) =>
        list
          .filter((domain): domain is string => typeof domain === 'string' && domain.length <= LONGEST_HOST)
          .slice(0, LONGEST.domains),
      ),
  })
  .transform((p) => ({
    profileId: p.profile_id,
    name: p.name,
    createdAt: p.created_at,
    updatedAt: p.updated_at,
    persistedDomains: p.persisted_domains,
  }))
export type ProfileRecord = z.output<typeof profileWire>

/**
 * Seconds as a number or as digits, where sources that count microseconds need more digits than elsewhere (C04); a date
 * text, as ISO 8601 or in the forms of HTTP and Set-Cookie, becomes seconds (H20).
 */
const cookieTime = z
  .unknown()
  .default(null)
  .transform((value) => {
    if (typeof value === 'number') return value
    if (typeof value !== 'string') return null
    if (/^\s*-?\d{1,20}(?:\.\d+)?\s*$/.test(value)) return Number(value)
    const at = parseInstant(value) ?? parseHttpDate(value.trim().replace(/(\d)-([a-z]{3})-(\d)/i, '$1 $2 $3'))
    return at === null ? null : at / 1_000
  })

/** The top-level site of a partition: the text, or that inside the object of Chromium's protocol (C08); else null. */
const partition = z
  .unknown()
  .default(null)
  .transform((key) => {
    const site = isRecord(key) && Object.hasOwn(key, 'topLevelSite') ? key.topLevelSite : key
    return typeof site === 'string' && site.trim() !== '' ? site : null
  })

const cookieFields = z.object({
  name: z.string(),
  value: z.string(),
  domain: z.string().min(1),
  path: text,
  httpOnly: flag,
  expirationDate: cookieTime,
  hostOnly: flag,
  sameSite: text,
  secure: flag,
  session: flag,
  storeId: text,
  expires: cookieTime,
  partitionKey: partition,
})

/**
 * The 13 fields of the contract as given; null: missing, null or of another type. `raw` is the record itself, unknown
 * keys included; its own `__proto__` key stays plain data (E04).
 */
export const cookieWire = z.custom<Record<string, unknown>>(isRecord).transform((raw, context) => {
  const read = cookieFields.safeParse(raw)
  if (read.success) return { ...read.data, raw }
  for (const { path, message } of read.error.issues) context.addIssue({ code: 'custom', path, message })
  return z.NEVER
})
export type CookieRecord = z.output<typeof cookieWire>

export const functionWire = z
  .object({ source: text, version, source_function_id: version, source_function_version: version })
  .transform((f) => ({
    source: f.source,
    version: f.version,
    sourceFunctionId: f.source_function_id,
    sourceFunctionVersion: f.source_function_version,
  }))
export type FunctionRecord = z.output<typeof functionWire>

export const healthWire = z.object({
  status: upTo(LONGEST.title),
  version: version.transform((value) => (value === null ? null : cut(value, LONGEST.word))),
  description: upTo(LONGEST.title),
})

export const tokenWire = z
  .object({ access_token: z.string().trim().min(1), refresh_token: filledText, expires_in: number })
  .transform((t) => ({
    accessToken: t.access_token,
    refreshToken: t.refresh_token,
    /** Seconds; null: unknown. */
    expiresInS: t.expires_in !== null && t.expires_in > 0 ? t.expires_in : null,
  }))
export type TokenGrant = z.output<typeof tokenWire>

export type Rows<T> = {
  items: T[]
  /** Records that could not be used. */
  skipped: number
  /** Why, without any value of theirs: `record 3: domain`. At most 20. */
  skippedReasons: string[]
}

const rowSteps = function* <T>(list: unknown[], wire: z.ZodType<T>): Generator<undefined, Rows<T>> {
  const rows: Rows<T> = { items: [], skipped: 0, skippedReasons: [] }
  for (const [index, item] of list.entries()) {
    if (index % ROWS_A_STEP === ROWS_A_STEP - 1) yield
    const read = wire.safeParse(item)
    if (read.success) {
      rows.items.push(read.data)
      continue
    }
    rows.skipped += 1
    const fields = [...new Set(read.error.issues.map((issue) => issue.path.map(String).join('.') || 'not a record'))]
    if (rows.skippedReasons.length < 20) rows.skippedReasons.push(`record ${index + 1}: ${fields.join(', ')}`)
  }
  return rows
}

/** Rows that are read in one step: an unusable one takes up to 30 µs. */
const ROWS_A_STEP = 100

/** Keeps the good records of a list and counts the others (C17). */
export const readRows = <T>(list: unknown[], wire: z.ZodType<T>): Rows<T> => atOnce(rowSteps(list, wire))

/** The same for thousands, with other work in between. */
export const readRowsInTurns = <T>(list: unknown[], wire: z.ZodType<T>): Promise<Rows<T>> =>
  inTurns(rowSteps(list, wire))

/** Far more than any page or profile has, twice what 5,000 cookies need; each row costs time everywhere behind it. */
const MOST_ROWS = 10_000

/** The list in an envelope; null and missing mean empty (C17), anything else, too much too, is not this answer (null). */
export const listIn = (body: unknown, key: string): unknown[] | null => {
  const list = anyListIn(body, key)
  return list !== null && list.length > MOST_ROWS ? null : list
}

const anyListIn = (body: unknown, key: string): unknown[] | null => {
  if (Array.isArray(body)) return body
  if (!isRecord(body)) return null
  const list = Object.hasOwn(body, key) ? body[key] : undefined
  if (list === null || (list === undefined && Object.keys(body).length === 0)) return []
  return Array.isArray(list) ? list : null
}
