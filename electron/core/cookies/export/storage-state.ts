import { isRecord } from '../../service/http/body-text.ts'
import type { CookieWithValue } from '../cookie-with-value.ts'
import { chromiumTakes } from './chromium-takes.ts'
import type { WriterInput, Written } from './format.ts'
import { loseCommon } from './losses.ts'
import type { Tally } from './tally.ts'

/** Chromium's second half of a partition key, under the name that Playwright's own storageState() gives it. */
const ancestorBit = (raw: Record<string, unknown>): { _crHasCrossSiteAncestor?: boolean } => {
  const key = raw.partitionKey
  if (!isRecord(key) || typeof key.hasCrossSiteAncestor !== 'boolean') return {}
  return { _crHasCrossSiteAncestor: key.hasCrossSiteAncestor }
}

const countLosses = (cookie: CookieWithValue, tally: Tally): void => {
  const { row, value } = cookie
  const word = row.given.sameSite
  if (word !== null && word !== '' && word !== row.sameSite) {
    tally.lose('SameSite', 'The given value is replaced with Strict, Lax or None.', row.name)
  }
  if (!(row.name + value).isWellFormed()) {
    tally.lose('value', 'An incomplete character becomes a replacement character in a browser.', row.name)
  }
  const takes = chromiumTakes(cookie)
  if (takes === 'drops') tally.lose('acceptance by Chromium', 'Chromium drops these silently.', row.name)
  if (takes === 'fails') {
    tally.lose('acceptance by Chromium', 'Chromium refuses these, and with them the whole file.', row.name)
  }
  loseCommon(cookie, tally)
}

/**
 * Playwright's storageState (1.65: `{cookies, origins}`): a leading dot where a cookie is for a whole domain, Unix
 * seconds with a fraction or −1 (C02, C04), SameSite of three words (C06), the partition key as text (C08). Profiles
 * carry no local storage, so `origins` is empty.
 */
export const writeStorageState = ({ cookies, tally, textOf }: WriterInput): Written => {
  const written = cookies.map((cookie) => {
    const { row, raw } = cookie
    countLosses(cookie, tally)
    return {
      name: row.name,
      value: textOf(cookie),
      domain: row.hostOnly ? row.host : `.${row.host}`,
      path: row.path,
      expires: row.expiresAt === null ? -1 : row.expiresAt / 1000,
      httpOnly: row.httpOnly,
      secure: row.secure,
      sameSite: row.sameSite,
      ...(row.partition === null ? {} : { partitionKey: row.partition, ...ancestorBit(raw) }),
    }
  })
  return { text: `${JSON.stringify({ cookies: written, origins: [] }, null, 2)}\n`, count: written.length }
}
