import {
  type CacheMode,
  cacheModes,
  policyHeaderNames,
} from '../../../electron/contract/constants/cache-policy-headers.ts'
import type { PolicyRequest } from '../../../electron/contract/models/cache-policy-models.ts'
import type { Problem } from '../../../electron/contract/result.ts'

/** What is in the controls; an empty one is not sent. */
export type PolicyForm = { mode: CacheMode | ''; maxAge: string; ttl: string }
export type FieldName = keyof PolicyForm
export const EMPTY_FORM: PolicyForm = { mode: '', maxAge: '', ttl: '' }
export const modeChoices = ['', ...cacheModes] as const

const UNITS: readonly [ms: number, unit: string][] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
  [1, 'ms'],
]

/** A span in words: `= 1 d`, `= 1 d 2 h 3 min`; what has more parts than three is rounded down: `≈ 1 d 2 h 3 min`. */
export const spanText = (ms: number): string => {
  const parts: string[] = []
  let left = ms
  for (const [size, unit] of UNITS) {
    const count = Math.floor(left / size)
    left -= count * size
    if (count > 0) parts.push(`${new Intl.NumberFormat('en-US').format(count)} ${unit}`)
  }
  return `${parts.length > 3 ? '≈' : '='} ${parts.slice(0, 3).join(' ')}`
}

export type Count = { value: number | undefined; error: string | null }

/** A whole number from 0, or nothing; anything else says what is wrong with it. */
export const readCount = (text: string): Count => {
  const digits = text.trim()
  if (digits === '') return { value: undefined, error: null }
  if (/^-\d/.test(digits)) return { value: undefined, error: 'Must be 0 or more.' }
  if (!/^\d+$/.test(digits)) return { value: undefined, error: 'A whole number, digits only.' }
  const value = Number(digits)
  if (!Number.isSafeInteger(value)) return { value: undefined, error: `At most ${Number.MAX_SAFE_INTEGER}.` }
  return { value, error: null }
}

const NUMBERS = {
  maxAge: { perUnit: 1, zero: '0 forces a refresh.', empty: 'Not sent. Milliseconds; 0 forces a refresh.' },
  ttl: { perUnit: 1_000, zero: '0 bypasses caching.', empty: 'Not sent. Seconds; 0 bypasses caching.' },
} as const

/** What is under a number: its meaning, while it is right. */
export const countHint = (field: 'maxAge' | 'ttl', value: number | undefined): string => {
  const { perUnit, zero, empty } = NUMBERS[field]
  if (value === undefined) return empty
  return value === 0 ? zero : spanText(value * perUnit)
}

export const MODE_HINTS: Record<CacheMode | '', string> = {
  '': 'Not sent. The service decides.',
  default: 'The default of the service.',
  refresh: 'Forces a refresh, like a max age of 0.',
  bypass: 'Bypasses caching, like a time to live of 0.',
}

/** The question that the controls ask; null while one of them is wrong. */
export const requestOf = (form: PolicyForm): PolicyRequest | null => {
  const [maxAge, ttl] = [readCount(form.maxAge), readCount(form.ttl)]
  if (maxAge.error !== null || ttl.error !== null) return null
  return {
    ...(form.mode === '' ? {} : { mode: form.mode }),
    ...(maxAge.value === undefined ? {} : { maxAgeMs: maxAge.value }),
    ...(ttl.value === undefined ? {} : { ttlSeconds: ttl.value }),
  }
}

/** The controls as they stood when this was asked. */
export const formOf = ({ mode, maxAgeMs, ttlSeconds }: PolicyRequest): PolicyForm => ({
  mode: mode ?? '',
  maxAge: maxAgeMs === undefined ? '' : String(maxAgeMs),
  ttl: ttlSeconds === undefined ? '' : String(ttlSeconds),
})

/** Services name a header as it was declared, in lower case, or as the variable it was read into. */
const sameName = (name: string): string => name.toLowerCase().replaceAll('_', '-')

const fieldNames = (prefix: string): Map<string, FieldName> => {
  const names = policyHeaderNames(prefix)
  return new Map<string, FieldName>([
    [sameName(names.mode), 'mode'],
    [sameName(names.maxAgeMs), 'maxAge'],
    [sameName(names.ttlSeconds), 'ttl'],
  ])
}
const fieldAt = (names: Map<string, FieldName>, path: readonly (string | number)[]): FieldName | undefined =>
  path.map((part) => names.get(sameName(String(part)))).find((name) => name !== undefined)

/** What a refusal said of single controls, by the header that it names. */
export const refusedFields = (prefix: string, problem: Problem | null): Partial<Record<FieldName, string>> => {
  const names = fieldNames(prefix)
  const refused: Partial<Record<FieldName, string>> = {}
  for (const { path, message } of problem?.fields ?? []) {
    const field = fieldAt(names, path)
    if (field) refused[field] ??= message
  }
  return refused
}

/** A refusal in few words, without what its controls show already. */
export const refusalOf = (prefix: string, problem: Problem): Problem => {
  const { fields } = problem
  if (!fields || Object.keys(refusedFields(prefix, problem)).length === 0) return problem
  const names = fieldNames(prefix)
  const rest = fields.filter(({ path }) => fieldAt(names, path) === undefined)
  const also = rest.map(({ path, message }) => `${path.join(' › ')}: ${message}`).join('; ')
  return {
    ...problem,
    message: `The service rejected the request${problem.status === undefined ? '' : ` (${problem.status})`}.`,
    next: `See the message at each field.${also === '' ? '' : ` Also: ${also}.`}`,
  }
}
