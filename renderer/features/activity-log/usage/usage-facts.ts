import { largestOf } from '../../../../electron/contract/extremes.ts'
import { formatDateTime } from '../../../ui/text/format-text.ts'

export type UsageGroup = { title: string | null; facts: { label: string; value: string }[]; groups: UsageGroup[] }

const MOST_FACTS = 500
const DEEPEST = 5
const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/

/** `browser_minutes` and `browserMinutes` → `Browser minutes`. */
export const labelOf = (key: string): string => {
  const label = key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_\-.\s]+/g, ' ')
    .trim()
  if (label === '') return key === '' ? 'Unnamed' : key
  return label.charAt(0).toUpperCase() + label.slice(1).replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())
}

/** Places behind the point, as far as they are few: amounts of one group are then written alike. */
const digitsOf = (values: readonly unknown[]): number => {
  const digits = values.map((one) => (typeof one === 'number' ? (/\.(\d+)$/.exec(String(one))?.[1]?.length ?? 0) : 0))
  const most = largestOf(digits) ?? 0
  return most <= 2 ? most : 0
}

/** A single value in words; times without a zone are UTC, as everywhere in the service. */
const textOf = (value: unknown, digits = 0): string => {
  if (value === null || value === '') return '–'
  if (typeof value === 'number')
    return new Intl.NumberFormat('en-US', {
      minimumFractionDigits: Number.isInteger(value) ? 0 : digits,
      maximumFractionDigits: 6,
    }).format(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value !== 'string') return JSON.stringify(value)
  const stamp = STAMP.exec(value)
  return stamp ? formatDateTime(Date.parse(stamp[3] ? value : `${value}Z`)) : value
}

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

/** Figures in the order they came, nested ones as groups below; at most 500 figures, five groups deep. */
export const usageOf = (json: string): UsageGroup | null => {
  let left = MOST_FACTS
  const groupOf = (title: string | null, value: object, depth: number): UsageGroup => {
    const group: UsageGroup = { title, facts: [], groups: [] }
    const digits = digitsOf(Object.values(value))
    for (const [key, inner] of Object.entries(value)) {
      if (left <= 0) break
      const label = Array.isArray(value) ? `${title ?? 'Entry'} ${Number(key) + 1}` : labelOf(key)
      const plain = Array.isArray(inner) && inner.every((one) => !isGroup(one))
      if (plain) group.facts.push({ label, value: inner.map((one) => textOf(one)).join(', ') || 'None' })
      else if (isGroup(inner) && depth < DEEPEST) group.groups.push(groupOf(label, inner, depth + 1))
      else group.facts.push({ label, value: textOf(inner, digits) })
      left -= 1
    }
    return group
  }
  try {
    const parsed: unknown = JSON.parse(json)
    return isGroup(parsed) ? groupOf(null, parsed, 1) : null
  } catch {
    return null
  }
}
