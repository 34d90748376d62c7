import type { Problem } from '../../../contract/result.ts'
import { atOnce, inTurns } from '../../base/turns.ts'
import { cut, isSecretName, REDACTED, redact, withoutSecrets } from '../redaction/redact.ts'

const MOST_LINES = 5
const MOST_FIELDS = 50
const LONGEST_LINE = 300
const LONGEST_DETAILS = 2_000
/** Of a longer body only the beginning is read: ten megabytes of it would block the event loop. */
const LONGEST_READ = 32_000
const [QUOTE, COMMA, BRACKET, BACKSLASH, BRACKET_END, BRACE, BRACE_END] = [34, 44, 91, 92, 93, 123, 125] as const

/** No answer of the service is nested deeper; what is would end in a full stack wherever it is written again. */
const DEEPEST = 1_500
/**
 * Values and members of one answer: a page of a hundred sessions with long steps, or 10,000 cookies. `JSON.parse` cannot be
 * interrupted and takes up to 0.7 µs for each, so that more would hold up everything else.
 */
const MOST_VALUES = 250_000
/** UTF-16 units that are looked at in one step, some milliseconds. */
const STEP = 500_000

export type JsonFault = 'too-deep' | 'too-many'

const faultSteps = function* (text: string): Generator<undefined, JsonFault | null> {
  let depth = 0
  let values = 0
  let inText = false
  for (let at = 0; at < text.length; at += 1) {
    if (at % STEP === STEP - 1) yield
    const code = text.charCodeAt(at)
    if (inText) {
      if (code === BACKSLASH) at += 1
      else if (code === QUOTE) inText = false
    } else if (code === QUOTE) inText = true
    else if (code === COMMA) values += 1
    else if (code === BRACKET || code === BRACE) {
      depth += 1
      values += 1
      if (depth > DEEPEST) return 'too-deep'
    } else if (code === BRACKET_END || code === BRACE_END) depth -= 1
    if (values > MOST_VALUES) return 'too-many'
  }
  return null
}

/** Why a text is not read as JSON; null: it can be, in a time that is not noticeable. In turns. */
export const jsonFault = (text: string): Promise<JsonFault | null> => inTurns(faultSteps(text))

/**
 * JSON of a text that `jsonFault` passed; undefined when it is none. Own `__proto__` keys stay plain data (E04).
 */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The same for any text; undefined also where it is nested deeper, or holds more, than any answer. */
export const readJson = (text: string): unknown =>
  text.length > DEEPEST && atOnce(faultSteps(text)) ? undefined : parseJson(text)

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const looksLikeHtml = (text: string, contentType: string | null): boolean =>
  /\b(?:text\/html|xhtml)/i.test(contentType ?? '') || /^\s*<(?:!doctype html|html|head|body)\b/i.test(text)

/** One line of readable text: control characters and line breaks become blanks. */
const line = (text: string): string => cut(text.replace(/[\s\p{Cc}]+/gu, ' ').trim(), LONGEST_LINE)

/** One ValidationError, its path empty where it names none; `input` and `ctx` are never read (E01). */
const readField = (item: Record<string, unknown>): { path: (string | number)[]; message: string | null } => {
  const said = item.msg ?? item.message
  const message = typeof said === 'string' ? line(said) || null : null
  const path = (Array.isArray(item.loc) ? item.loc : [])
    .filter((part) => typeof part === 'string' || Number.isFinite(part))
    .map((part: string | number) => (typeof part === 'string' ? line(part) : part))
  return { path, message }
}

const NO_WORDS = 'not accepted'

/** One ValidationError → `body › items › 0 › name: Field required` (E01). */
const fieldLine = (item: unknown): string | null => {
  if (typeof item === 'string') return line(item) || null
  if (!isRecord(item)) return null
  const { path, message } = readField(item)
  return path.length === 0 ? message : `${path.join(' › ')}: ${message ?? NO_WORDS}`
}

/** At most five lines, then `and N more`. Empty when the list says nothing readable. */
const fieldLines = (list: unknown[]): string[] => {
  const lines = list.map(fieldLine).filter((text) => text !== null)
  const more = lines.length - MOST_LINES
  return more > 0 ? [...lines.slice(0, MOST_LINES), `and ${more} more`] : lines
}

const textIn = (value: unknown, depth = 0): string | null => {
  if (typeof value === 'string') return line(value) || null
  if (Array.isArray(value)) return fieldLines(value).join('; ') || null
  if (!isRecord(value) || depth > 2) return null
  // `detail` first: where both exist it says more than `message` (docs/service-contract.md, Errors).
  // OAuth says error_description.
  for (const key of ['detail', 'message', 'error_description', 'msg', 'error', 'title', 'errors']) {
    const found = Object.hasOwn(value, key) ? textIn(value[key], depth + 1) : null
    if (found !== null) return found
  }
  return null
}

/**
 * What any error body says, as text for people, not yet redacted; null when it says nothing readable (E02).
 * Handles `{message, detail, error}`, text and array `detail`, nested objects, short plain text; not HTML, not broken JSON.
 */
export const bodySays = (text: string): string | null => {
  const json = readJson(text)
  if (json !== undefined) return textIn(json)
  const plain = line(text)
  return plain !== '' && plain.length <= 200 && !/[<>{}[\]]/.test(plain) ? plain : null
}

/**
 * What a validation error says of single fields (E01), redacted; at most 50. Undefined when it names none. Goes by the
 * form of the body: deployments answer it with 400 as well as with 422.
 */
export const bodyFields = (text: string, secrets: Iterable<string | null>): Problem['fields'] => {
  const json = readJson(text)
  if (!isRecord(json) || !Array.isArray(json.detail)) return undefined
  const known = [...secrets]
  const fields = json.detail
    .filter(isRecord)
    .map(readField)
    .filter(({ path }) => path.length > 0)
    .slice(0, MOST_FIELDS)
    .map(({ path, message }) => ({
      path: path.map((part) => (typeof part === 'string' ? redact(part, known) : part)),
      message: redact(message ?? NO_WORDS, known),
    }))
  return fields.length > 0 ? fields : undefined
}

/**
 * The body for the part that folds out: field lines for a validation error, else the JSON without `input` and `ctx`
 * (they repeat what was sent, E01) and without secret values, else the text; redacted, then cut. Undefined when empty.
 */
export const bodyDetails = (body: string, secrets: Iterable<string | null>): string | undefined => {
  // Known secrets go before the last cut: one that was cut in two would not be recognised.
  const text = cut(withoutSecrets(cut(body, 3 * LONGEST_READ), secrets), LONGEST_READ)
  const json = readJson(text)
  if (isRecord(json) && Array.isArray(json.detail) && json.detail.some(isRecord)) {
    return cut(redact(fieldLines(json.detail).join('\n'), secrets), LONGEST_DETAILS) || undefined
  }
  const keep = (key: string, value: unknown) => {
    if (key === 'input' || key === 'ctx') return undefined
    return key !== '' && isSecretName(key) && value !== null ? REDACTED : value
  }
  const shown = json === undefined ? text : JSON.stringify(json, keep)
  // Broken JSON cannot be filtered by key, so it ends where a repeated input begins.
  const [head = ''] = json === undefined ? shown.split(/"(?:input|ctx)"\s*:/) : [shown]
  const plain = head
    .replace(/[^\S\n]+/g, ' ')
    .replace(/[^\P{Cc}\n]/gu, '')
    .trim()
  return cut(redact(plain, secrets), LONGEST_DETAILS) || undefined
}
