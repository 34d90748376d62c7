import { MOST_STEPS, type SessionSteps, type Step } from '../../contract/models/step-models.ts'
import { inTurns } from '../base/turns.ts'
import { isRecord } from '../service/http/body-text.ts'
import { cut, redact } from '../service/redaction/redact.ts'
import { shortJson } from './short-json.ts'
import { type Field, fieldsOf, findField, foldKey } from './step-fields.ts'
import { type GivenTime, givenTime, readTime, unitOf } from './step-time.ts'

const LONGEST = { action: 60, text: 400, json: 2_000 }
/** Entries that are read in one turn, each in up to 100 µs. */
const STEPS_A_TURN = 50

const words = (text: string): string[] => text.split(' ')

/** Names of fields, folded and without their unit, the most telling first. */
const TIMES = words(
  'at videotime video position offset elapsed time timestamp ts t start started startedat starttime stepstarttime begin createdat occurredat datetime date when',
)
const ACTIONS = words(
  'action actiontype actionname act tool toolname op operation command method function event type kind name',
)
const TEXTS = words(
  'text message description summary label goal nextgoal thought reasoning instruction value query input selector target element result output content title step',
)
const URLS = words('url href uri link address page')
const ERRORS = words('error errormessage exception failure')
const OUTCOMES = words('success succeeded ok status state outcome')
/** Numbers under these names say no more than the order of the list. */
const COUNTERS = new Set(words('index i n no number step stepnumber stepindex seq sequence order id stepid'))
const FAILED = new Set(words('false error failed failure timeout timedout aborted'))
const SUCCEEDED = new Set(words('true ok success succeeded done completed complete passed finished'))

/** More than is shown is redacted, so that no secret is cut in two before it is recognised. */
const oneLine = (text: string, longest: number): string | null => {
  const plain = redact(text.slice(0, 3 * longest).replace(/[\s\p{Cc}]+/gu, ' ')).trim()
  return plain === '' ? null : cut(plain, longest)
}

const lineOf = (value: unknown): string | null => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' ? oneLine(value, LONGEST.text) : null
}

const textOf = ({ key, value }: Field): string | null =>
  key === 'step' && !(typeof value === 'string' && /\p{L}/u.test(value.slice(0, 200))) ? null : lineOf(value)

/** A word, or the first member of what an agent's tool call is: `{click: {…}}`, `[{click: {…}}]`, `{type: 'click'}`. */
const actionOf = ({ value }: Field): string | null => {
  const inner: unknown = Array.isArray(value) ? value[0] : value
  if (typeof inner === 'string') return oneLine(inner, LONGEST.action)
  if (!isRecord(inner)) return null
  for (const key of ['type', 'name', 'action', 'tool']) {
    const word = Object.hasOwn(inner, key) ? inner[key] : null
    if (typeof word === 'string') return oneLine(word, LONGEST.action)
  }
  for (const key in inner) if (inner[key] !== null) return oneLine(key, LONGEST.action)
  return null
}

const urlOf = ({ value }: Field): string | null =>
  typeof value === 'string' && /^[a-z][a-z0-9+.-]{0,20}:|^\/|^www\./i.test(value) ? oneLine(value, LONGEST.text) : null

/** True: it failed, false: it did not; null: the field says neither. */
const outcomeOf = ({ value }: Field): boolean | null => {
  if (typeof value !== 'string' && typeof value !== 'boolean') return null
  const word = foldKey(String(value).slice(0, 60))
  return FAILED.has(word) ? true : SUCCEEDED.has(word) ? false : null
}

const errorOf = ({ value }: Field): string | true | null => {
  if (typeof value === 'boolean') return value || null
  return lineOf(isRecord(value) ? value.message : value)
}

type Read = Omit<Step, 'atMs' | 'at'> & { time: GivenTime | null }
const UNREAD: Read = { time: null, action: null, text: null, url: null, failed: false, json: null }

const isRest = ({ key, value, used }: Field): boolean => {
  if (used || value === null || value === '' || value === false || typeof value === 'object') return false
  return !(COUNTERS.has(key) && /^\d+$/.test(String(value).slice(0, 40)))
}

const readEntry = (entry: unknown): Read => {
  if (typeof entry === 'string') return { ...UNREAD, text: lineOf(entry) }
  const json = (): string => redact(shortJson(entry, LONGEST.json))
  if (!isRecord(entry)) return { ...UNREAD, json: json() }
  const fields = fieldsOf(entry)
  const time = findField(fields, TIMES, ({ value, unit }) => givenTime(value, unit))
  const error = findField(fields, ERRORS, errorOf)
  const failed = findField(fields, OUTCOMES, outcomeOf) ?? false
  const url = findField(fields, URLS, urlOf)
  const action = findField(fields, ACTIONS, actionOf)
  const text = findField(fields, TEXTS, textOf)
  const parts = [text, error].filter((part) => typeof part === 'string')
  return {
    time,
    action,
    text: parts.length === 0 ? null : [...new Set(parts)].join(' · '),
    url,
    failed: failed || error !== null,
    json: fields.all && !fields.list.some(isRest) ? null : json(),
  }
}

const reading = function* (list: readonly unknown[], durationMs: number | null): Generator<undefined, SessionSteps> {
  const read: Read[] = []
  for (const entry of list.slice(0, MOST_STEPS)) {
    read.push(readEntry(entry))
    if (read.length % STEPS_A_TURN === 0) yield
  }
  const times = read.map(({ time }) => time)
  const unit = unitOf(times, durationMs)
  return {
    steps: read.map(({ time, ...step }) => ({ ...step, ...readTime(time, unit) })),
    omitted: Math.max(0, list.length - MOST_STEPS),
  }
}

/**
 * The steps of a session out of whatever the service sends (docs/deployments.md, Listing); other work runs
 * meanwhile. Distances count from the first frame; `durationMs` is the session's length, where it is known. Never throws.
 */
export const parseSteps = (steps: unknown, durationMs: number | null): Promise<SessionSteps> =>
  inTurns(reading(Array.isArray(steps) ? steps : [], durationMs))
