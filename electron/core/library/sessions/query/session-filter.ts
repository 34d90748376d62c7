import { titleOf } from '../../../../contract/constants/session-constants.ts'
import type { SessionRow } from '../../../../contract/models/session-models.ts'
import type { QueryKey } from '../../../../contract/query/query-keys.ts'
import type { QueryPart } from '../../../../contract/query/query-parse.ts'
import { durationOf, momentOf } from '../../../../contract/query/query-times.ts'
import { fold } from '../../../../contract/text/fold.ts'
import { hasFailed, isActive } from '../../../../contract/text/session-failure.ts'
import { similarError } from '../../../../contract/text/similar-error.ts'

/** What a query looks at in one session. Texts are folded (`fold`), times epoch ms, lengths ms; NaN where unknown. */
export type QueryFields = {
  id: string
  status: string
  title: string | null
  error: string | null
  /** The error without its numbers and ids (`similarError`). */
  similar: string | null
  /** Note and reason of the verdict. */
  note: string | null
  tags: readonly string[]
  verdict: string | null
  recording: string
  created: number
  length: number
  expires: number
  /** ms without a change at the end of the recording. */
  frozen: number
  loop: boolean
  failed: boolean
  active: boolean
  archived: boolean
  pasted: boolean
}

type Test = (fields: QueryFields) => boolean
type Make = (value: string, now: number) => Test

const within =
  (pick: (fields: QueryFields) => string | null): Make =>
  (value) => {
    const wanted = fold(value)
    return (fields) => pick(fields)?.includes(wanted) === true
  }

const isTests: Readonly<Record<string, Test>> = {
  failed: ({ failed }) => failed,
  active: ({ active }) => active,
  reviewed: ({ verdict }) => verdict !== null,
  archived: ({ archived }) => archived,
  pasted: ({ pasted }) => pasted,
}
const hasTests: Readonly<Record<string, Test>> = {
  recording: ({ recording }) => recording === 'ready' || recording === 'archived',
  error: ({ error }) => error !== null,
  title: ({ title }) => title !== null,
  note: ({ note }) => note !== null,
  tag: ({ tags }) => tags.length > 0,
}
const never: Test = () => false
const moment = (value: string, now: number) => momentOf(value, now) ?? { startMs: Number.NaN, endMs: Number.NaN }
const length = (value: string): number => durationOf(value) ?? Number.NaN

/** Comparisons with NaN are false, so that what is unknown matches no bound. */
const makers: Readonly<Record<QueryKey, Make>> = {
  is: (value) => isTests[value] ?? never,
  has: (value) => hasTests[value] ?? never,
  status: (value) => {
    const wanted = fold(value)
    return ({ status }) => status === wanted
  },
  verdict:
    (value) =>
    ({ verdict }) =>
      value === 'none' ? verdict === null : verdict === value,
  tag: (value) => {
    const wanted = fold(value)
    return ({ tags }) => tags.includes(wanted)
  },
  error: within(({ error }) => error),
  similar: (value) => {
    const wanted = similarError(fold(value))
    return ({ similar }) => similar === wanted
  },
  title: within(({ title }) => title),
  note: within(({ note }) => note),
  id: within(({ id }) => id),
  after: (value, now) => {
    const { startMs } = moment(value, now)
    return ({ created }) => created >= startMs
  },
  before: (value, now) => {
    const { startMs } = moment(value, now)
    return ({ created }) => created < startMs
  },
  on: (value, now) => {
    const { startMs, endMs } = moment(value, now)
    return ({ created }) => created >= startMs && created < endMs
  },
  longer: (value) => {
    const least = length(value)
    return (fields) => fields.length > least
  },
  shorter: (value) => {
    const most = length(value)
    return (fields) => fields.length < most
  },
  expires: (value, now) => {
    const most = length(value)
    return ({ expires, archived }) => !archived && expires > now && expires - now <= most
  },
  archived:
    (value) =>
    ({ archived }) =>
      archived === (value === 'yes'),
  loop:
    (value) =>
    ({ loop }) =>
      loop === (value === 'yes'),
  frozen: (value) => {
    const least = length(value)
    return ({ frozen }) => frozen > least
  },
  recording:
    (value) =>
    ({ recording }) =>
      recording === value,
}

/** Keys whose answer changes with time alone. */
const MOVING: ReadonlySet<QueryKey> = new Set(['after', 'before', 'on', 'expires'])

export type SessionFilter = {
  /** True when a session fits every term; null when the query has no term. */
  test: Test | null
  /** Words of free text, in order. */
  words: string[]
  /** The same rows can fit or not at another time. */
  moves: boolean
}

/** Most queries have one test, which runs for each of 100,000 sessions. */
const anyOf = (tests: readonly Test[]): Test =>
  tests.length === 1 ? (tests[0] as Test) : (fields) => tests.some((fits) => fits(fields))
const allOf = (tests: readonly Test[]): Test =>
  tests.length === 1 ? (tests[0] as Test) : (fields) => tests.every((fits) => fits(fields))

/** Makes one test of a query's parts. `now`: epoch ms, for dates relative to it. */
export const sessionFilter = (parts: readonly QueryPart[], now: number): SessionFilter => {
  const terms = parts.filter((part) => part.type === 'term')
  const tests = terms.map(({ key, values, negated }): Test => {
    const any = anyOf(values.map((value) => makers[key](value, now)))
    return negated ? (fields) => !any(fields) : any
  })
  const words = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  return { test: tests.length === 0 ? null : allOf(tests), words, moves: terms.some(({ key }) => MOVING.has(key)) }
}

/** What a person wrote of a session beside its title, folded; null: nothing. */
export const writtenText = (note: string | null, reason: string | null): string | null => {
  const text = [note, reason].filter(Boolean).join('\n')
  return text === '' ? null : fold(text)
}

/** What a query looks at, of a row that no index holds. */
export const fieldsOf = (row: SessionRow): QueryFields => {
  const folded = (text: string | null): string | null => (text === null ? null : fold(text))
  return {
    id: row.sessionId.toLowerCase(),
    status: fold(row.status),
    title: folded(titleOf(row)),
    error: folded(row.error),
    similar: row.error === null ? null : similarError(fold(row.error)),
    note: writtenText(row.note, row.verdictReason),
    tags: row.tags.map(fold),
    verdict: row.verdict,
    recording: row.recording,
    created: row.createdAt ?? Number.NaN,
    length: row.videoDurationMs ?? row.durationMs ?? Number.NaN,
    expires: row.linksExpireAt ?? Number.NaN,
    frozen: row.analysis?.frozenEndMs ?? Number.NaN,
    loop: (row.analysis?.loop ?? null) !== null,
    failed: hasFailed(row),
    active: isActive(row.status),
    archived: row.recording === 'archived',
    pasted: row.origin === 'pasted',
  }
}

/** Whether every word occurs in a text of the session: for rows that no index holds. */
export const hasWords = ({ id, title, note, error, tags }: QueryFields, words: readonly string[]): boolean =>
  words.map(fold).every((word) => [id, title, note, error, ...tags].some((text) => text?.includes(word) === true))
