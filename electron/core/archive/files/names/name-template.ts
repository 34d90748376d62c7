import { plainPart, STEM_BYTES, safeStem, shorten } from '../../../base/safe-name.ts'
import { redact } from '../../../service/redaction/redact.ts'
import type { NameFacts } from '../../archive-types.ts'

/** The title gives way first, but not below this, so that date and session stay readable. */
const LEAST_TITLE_BYTES = 24

const two = (value: number): string => String(value).padStart(2, '0')

/** Local time, as the list shows it; no colon, which Windows forbids. */
const instantParts = (at: number | null): { date: string; time: string } => {
  const local = new Date(at ?? Number.NaN)
  if (Number.isNaN(local.getTime())) return { date: '', time: '' }
  return {
    date: `${local.getFullYear()}-${two(local.getMonth() + 1)}-${two(local.getDate())}`,
    time: `${two(local.getHours())}-${two(local.getMinutes())}-${two(local.getSeconds())}`,
  }
}

type Values = Record<'date' | 'time' | 'title' | 'session' | 'account' | 'status', string>

const valuesOf = (facts: NameFacts): Values => ({
  ...instantParts(facts.createdAt),
  // A title may be a pasted link; its signature must not become a file name.
  title: plainPart(redact(facts.title ?? '')),
  session: plainPart(facts.sessionId),
  account: plainPart(redact(facts.accountLabel)),
  status: plainPart(facts.status ?? ''),
})

/** One pass, so that braces inside a value are text. Unknown placeholders stay, for the person to see. */
const fill = (template: string, values: Values): string => {
  let gap = false
  const text = template.replace(/\{(date|time|title|session|account|status)\}/g, (_all, key: keyof Values) => {
    gap ||= values[key] === ''
    return values[key]
  })
  // A value that is not there leaves no dash or blank at an end.
  return gap ? text.replace(/^[\s\-–_,.]+|(?<![\s\-–_,.])[\s\-–_,.]+$/g, '') : text
}

/**
 * A safe name ending in `.mp4`, from {date} {time} {title} {session} {account} {status}; never empty, never a
 * path (D15 to D17). What is too long loses from the title first, then at the end, and stays distinct (D16).
 */
export const nameFrom = (template: string, facts: NameFacts): string => {
  const values = valuesOf(facts)
  const whole = fill(template, values)
  const over = Buffer.byteLength(plainPart(whole)) - STEM_BYTES
  const room = Buffer.byteLength(values.title) - over
  const fits = over <= 0 || room < LEAST_TITLE_BYTES || template.split('{title}').length !== 2
  return `${safeStem(fits ? whole : fill(template, { ...values, title: shorten(values.title, room) }))}.mp4`
}
