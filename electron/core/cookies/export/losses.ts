import { cookieFields } from '../../../contract/constants/cookie-constants.ts'
import type { CookieWithValue } from '../cookie-with-value.ts'
import type { Tally } from './tally.ts'

const KNOWN: ReadonlySet<string> = new Set(cookieFields)
export const isKnownField = (key: string): boolean => KNOWN.has(key)

/** Counts what every format but JSON loses: the cookie store, and fields that the contract does not name. */
export const loseCommon = ({ row, raw }: CookieWithValue, tally: Tally): void => {
  if (row.given.storeId !== null) tally.lose('storeId', 'The format cannot store the cookie store.', row.name)
  if (Object.keys(raw).some((key) => !KNOWN.has(key))) {
    tally.lose('other fields', 'The format cannot store additional fields.', row.name)
  }
  if (row.flags.some((flag) => flag.code === 'field-invalid')) {
    tally.lose('unreadable fields', 'Fields that cannot be read are written as if they were missing.', row.name)
  }
  if (row.flags.some((flag) => flag.code === 'expiry-converted')) {
    tally.lose('expires', 'The date is written as converted, not as it was given.', row.name)
  }
}
