import type { ChangeKind } from '../../../../electron/contract/constants/cookie-constants.ts'
import type { ComparedCookie, CookieChange } from '../../../../electron/contract/models/cookie-models.ts'
import { exactBytes, formatDateTime, formatSpan } from '../../../ui/text/format-text.ts'
import type { Tone } from '../../../ui/tone.ts'
import { timeText } from './snapshot-text.ts'

type KindLabel = { sign: string; label: string; tone: Tone }

/** Each kind by sign and word; the colour only repeats it. */
export const kindLabels: Record<ChangeKind, KindLabel> = {
  appeared: { sign: '+', label: 'Added', tone: 'ready' },
  vanished: { sign: '−', label: 'Removed', tone: 'error' },
  rotated: { sign: '↻', label: 'Rotated', tone: 'accent' },
  extended: { sign: '→', label: 'Extended', tone: 'archived' },
  shortened: { sign: '←', label: 'Shortened', tone: 'neutral' },
  attributes: { sign: '~', label: 'Attributes changed', tone: 'neutral' },
}

const dayOf = (at: number): string => formatDateTime(at).slice(0, 10)

/** Local day of an expiry, or its minute where two of one day are distinguished. Epoch ms. */
const momentsOf = (before: number, after: number): [string, string] =>
  dayOf(before) === dayOf(after) ? [timeText(before), timeText(after)] : [dayOf(before), dayOf(after)]

/** `expires 3 d later: 2026-12-01 → 2026-12-04`; null: it is the same. */
const expiryText = (before: ComparedCookie, after: ComparedCookie): string | null => {
  const from = before.expiresAt
  const to = after.expiresAt
  if (from === to) return null
  if (from === null) return `session cookie → expires ${dayOf(to as number)}`
  if (to === null) return `expires ${dayOf(from)} → session cookie`
  const [old, now] = momentsOf(from, to)
  return `expires ${formatSpan(to - from)} ${to > from ? 'later' : 'earlier'}: ${old} → ${now}`
}

const valueText = (before: ComparedCookie, after: ComparedCookie): string =>
  before.valueBytes === after.valueBytes
    ? `value changed (${exactBytes(after.valueBytes)} as before)`
    : `value changed (${before.valueBytes} → ${exactBytes(after.valueBytes)})`

const appearedText = ({ expiresAt, valueBytes }: ComparedCookie): string =>
  expiresAt === null
    ? `session cookie of ${exactBytes(valueBytes)}`
    : `expires ${dayOf(expiresAt)}, ${exactBytes(valueBytes)}`

/** A cookie that had expired when the later side was read did not vanish by anyone's act. */
const vanishedText = ({ expiresAt, valueBytes }: ComparedCookie, afterAt: number): string => {
  if (expiresAt === null) return `was a session cookie of ${exactBytes(valueBytes)}`
  return expiresAt <= afterAt
    ? `had expired ${dayOf(expiresAt)}`
    : `would have expired ${dayOf(expiresAt)}, ${exactBytes(valueBytes)}`
}

/** Told as a span, with both days. */
const isExpiry = ({ field }: { field: string }): boolean => field === 'expires'

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** What changed, in words. `afterAt`: when the later side was read, epoch ms. */
export const changeText = ({ kinds, before, after, attributes }: CookieChange, afterAt: number): string => {
  if (before && !after) return capital(vanishedText(before, afterAt))
  if (after && !before) return capital(appearedText(after))
  if (!before || !after) return ''
  const expiry = kinds.includes('extended') || kinds.includes('shortened') || attributes.some(isExpiry)
  const parts = [
    kinds.includes('rotated') ? valueText(before, after) : null,
    expiry ? expiryText(before, after) : null,
    ...attributes
      .filter((one) => !isExpiry(one))
      .map(({ field, before: old, after: now }) => `${field} ${old} → ${now}`),
  ]
  return capital(parts.filter((part) => part !== null).join('; '))
}
