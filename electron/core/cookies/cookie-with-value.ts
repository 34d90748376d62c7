import type { CookieRow } from '../../contract/models/cookie-models.ts'

/** One cookie as main holds it: what the page may see, and the value and record that it may not. */
export type CookieWithValue = {
  row: CookieRow
  value: string
  /** The record as the service gave it, unknown fields included (E04). */
  raw: Record<string, unknown>
  /** The same as it was sent: digits, repeated keys and order (E04). */
  text: string
}
