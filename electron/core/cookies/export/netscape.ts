import type { CookieWithValue } from '../cookie-with-value.ts'
import { breaksPrefix } from '../meaning/prefix.ts'
import type { WriterInput, Written } from './format.ts'
import { loseCommon } from './losses.ts'
import type { Tally } from './tally.ts'

/** curl skips a longer line (its MAX_COOKIE_LINE). Bytes, line feed included. */
const CURL_LINE_BYTES = 5_000

// biome-ignore lint/suspicious/noControlCharactersInRegex: TAB parts columns, a line break parts rows, NUL ends a text
const BREAKS_ROW = /[\t\r\n\u0000]/

const reasonToLeaveOut = ({ row, value }: CookieWithValue): string | null => {
  const columns = `${row.name} ${value} ${row.host} ${row.path}`
  if (row.partition !== null) return 'Partitioned: the format cannot store the top-level site.'
  if (row.name === '') return 'No name: readers would take the value as the name.'
  if (BREAKS_ROW.test(columns)) return 'A tab or line break would break the row.'
  if (!columns.isWellFormed()) return 'An incomplete character cannot be written in UTF-8.'
  if (row.host === '' || /[\s#]/.test(row.host)) return 'Its domain is not a host name.'
  return null
}

const countLosses = (cookie: CookieWithValue, line: string, tally: Tally): void => {
  const { row } = cookie
  if (!row.flags.some((flag) => flag.code === 'same-site-default')) {
    tally.lose('SameSite', 'The format cannot store it; readers use their default.', row.name)
  }
  if (breaksPrefix(row)) {
    tally.lose(
      'acceptance by curl',
      'curl drops these: they do not meet the requirements of their name prefix.',
      row.name,
    )
  }
  if (row.expiresAt !== null && row.expiresAt % 1000 !== 0) {
    tally.lose('expires', 'Fractions of a second are dropped.', row.name)
  }
  if (Buffer.byteLength(line) >= CURL_LINE_BYTES) {
    tally.lose('length', `curl skips rows of ${CURL_LINE_BYTES} bytes and more; other readers take them.`, row.name)
  }
  loseCommon(cookie, tally)
}

/**
 * Netscape cookies.txt as curl and Python's `MozillaCookieJar` read it: seven columns, the first with a dot exactly when
 * the second is TRUE (C01), 0 for session cookies (C02), `#HttpOnly_` before the domain (C11), LF alone, UTF-8 (C15). It
 * ends after `most` rows.
 */
export const writeNetscape = ({ cookies, tally, textOf }: WriterInput, most: number): Written => {
  const lines: string[] = []
  for (const cookie of cookies) {
    if (lines.length >= most) break
    const { row } = cookie
    const reason = reasonToLeaveOut(cookie)
    if (reason !== null) {
      tally.leaveOut(reason, row.name)
      continue
    }
    const head = [
      `${row.httpOnly ? '#HttpOnly_' : ''}${row.hostOnly ? '' : '.'}${row.host}`,
      row.hostOnly ? 'FALSE' : 'TRUE',
      row.path,
      row.secure ? 'TRUE' : 'FALSE',
      // 0 would turn the first second of 1970 into a session.
      row.expiresAt === null ? '0' : String(Math.max(1, Math.floor(row.expiresAt / 1000))),
      row.name,
    ].join('\t')
    countLosses(cookie, `${head}\t${cookie.value}\n`, tally)
    lines.push(`${head}\t${textOf(cookie)}\n`)
  }
  return { text: `# Netscape HTTP Cookie File\n\n${lines.join('')}`, count: lines.length }
}
