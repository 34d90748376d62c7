import type { Choice } from './setting-values.ts'

const MB = 1024 ** 2

/** Speed limits that are offered, bytes per second; 0 is none. */
export const SPEED_LIMITS: readonly Choice[] = [
  { value: 0, label: 'No limit' },
  ...[1, 2, 5, 10, 25, 50, 100].map((n) => ({ value: n * MB, label: `${n} MB/s` })),
]

const counts = (...values: number[]): readonly Choice[] => values.map((value) => ({ value, label: String(value) }))
export const AT_ONCE = counts(1, 2, 3, 4, 6, 8)
export const CONNECTIONS = counts(1, 2, 4, 8, 16)

const PLACEHOLDERS = ['date', 'time', 'title', 'session', 'account', 'status'] as const
export const PLACEHOLDER_TEXT = PLACEHOLDERS.map((name) => `{${name}}`).join(' ')

/** Why a template cannot be kept, as one sentence; null when it can. */
export const templateProblem = (template: string): string | null => {
  const text = template.trim()
  if (text === '') return 'A name needs at least one word or placeholder.'
  if (text.length > 300) return 'At most 300 characters.'
  const odd = [...text.matchAll(/\{([^{}]*)\}/g)]
    .map((match) => match[1] ?? '')
    .find((name) => !(PLACEHOLDERS as readonly string[]).includes(name))
  return odd === undefined ? null : `{${odd}} is unknown. Use ${PLACEHOLDER_TEXT}.`
}
