import type { ComparedCookie } from '../../../../electron/contract/models/cookie-models.ts'
import { exactBytes, formatDateTime } from '../../../ui/text/format-text.ts'

export type ChangeFact = { label: string; before: string; after: string; changed: boolean }

const yesNo = (on: boolean): string => (on ? 'Yes' : 'No')

const lines: readonly [label: string, read: (row: ComparedCookie) => string][] = [
  ['Value', (row) => exactBytes(row.valueBytes)],
  ['Expires', (row) => (row.expiresAt === null ? 'With the session' : formatDateTime(row.expiresAt))],
  ['SameSite', (row) => row.sameSite],
  ['Secure', (row) => yesNo(row.secure)],
  ['HttpOnly', (row) => yesNo(row.httpOnly)],
  ['Host only', (row) => yesNo(row.hostOnly)],
  ['Partition', (row) => row.partition ?? 'None'],
]

/** Both sides of a cookie, line by line; what is not there is a dash. */
export const changeFacts = (before: ComparedCookie | null, after: ComparedCookie | null): ChangeFact[] =>
  lines.map(([label, read]) => {
    const old = before ? read(before) : '–'
    const now = after ? read(after) : '–'
    return { label, before: old, after: now, changed: before !== null && after !== null && old !== now }
  })
