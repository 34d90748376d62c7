import type { CookieFlag, CookieRow } from '../../../../electron/contract/models/cookie-models.ts'

/** What a row is marked with: the most pressing of its findings. Notes are only in the details. */
export type Mark = { kind: 'refused' | 'expired' | 'warning' | 'soon'; label: string; sentences: readonly string[] }

const order = ['refused', 'expired', 'warning', 'soon'] as const

const kindOf = (flag: CookieFlag): Mark['kind'] | null => {
  if (flag.code === 'expired') return 'expired'
  if (flag.severity === 'refused') return 'refused'
  if (flag.code === 'expires-soon') return 'soon'
  return flag.severity === 'warning' ? 'warning' : null
}

const markLabels: Record<Mark['kind'], string> = {
  refused: 'Refused',
  expired: 'Expired',
  warning: 'Warning',
  soon: 'Soon',
}

/** Refused for another reason than its age: what a new sign-in would not mend. */
export const isRefused = (row: CookieRow): boolean => row.flags.some((flag) => kindOf(flag) === 'refused')
export const hasWarning = (row: CookieRow): boolean => row.flags.some((flag) => flag.severity === 'warning')

export const markOf = (row: CookieRow): Mark | null => {
  const kinds = row.flags.map(kindOf)
  const kind = order.find((one) => kinds.includes(one))
  if (!kind) return null
  const more = kinds.filter((one) => one !== null).length - 1
  return {
    kind,
    label: more > 0 ? `${markLabels[kind]} +${more}` : markLabels[kind],
    sentences: row.flags.map((flag) => flag.message),
  }
}

/** The lower, the more pressing. */
export const markRank = (mark: Mark | null): number => (mark ? order.indexOf(mark.kind) : order.length)
