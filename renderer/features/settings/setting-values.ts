export type Choice = { value: number; label: string }

/** The choices, and the present value where it is none of them, in order, as a select wants them. */
export const withPresent = (
  choices: readonly Choice[],
  present: number,
  label: (value: number) => string,
): { value: string; label: string }[] => {
  const known = choices.some(({ value }) => value === present)
  const all = known ? [...choices] : [...choices, { value: present, label: label(present) }]
  return all.sort((a, b) => a.value - b.value).map((one) => ({ value: String(one.value), label: one.label }))
}

const GB = 1024 ** 3

/** Sizes offered for the cache, bytes. */
export const CACHE_SIZES: readonly Choice[] = [
  { value: 0, label: 'Off' },
  { value: GB / 2, label: '512 MB' },
  { value: GB, label: '1 GB' },
  { value: 2 * GB, label: '2 GB' },
  { value: 5 * GB, label: '5 GB' },
  { value: 10 * GB, label: '10 GB' },
  { value: 20 * GB, label: '20 GB' },
]

const LEAD_MIN_S = 10
const LEAD_MAX_S = 3_600

/** Seconds from what was typed: `120`, `90 s`, `2 min`, `2:30`; null when it is none of these. */
export const readSeconds = (text: string): number | null => {
  const plain = text.trim().toLowerCase()
  const clock = /^(\d{1,3}):([0-5]\d)$/.exec(plain)
  if (clock) return Number(clock[1]) * 60 + Number(clock[2])
  const match = /^(\d+(?:[.,]\d+)?)\s*(s|sec|seconds?|m|min|minutes?)?$/.exec(plain)
  if (!match) return null
  const amount = Number((match[1] ?? '').replace(',', '.'))
  return Math.round(amount * (match[2]?.startsWith('m') ? 60 : 1))
}

/** The lead time in range, or the sentence that says why not. */
export const readLead = (text: string): { seconds: number } | { error: string } => {
  const seconds = readSeconds(text)
  if (seconds === null) return { error: 'Seconds, such as 120, or 2 min.' }
  if (seconds < LEAD_MIN_S || seconds > LEAD_MAX_S) return { error: 'Between 10 seconds and 60 minutes.' }
  return { seconds }
}
