import { isIPv4 } from 'node:net'
import { fail, ok, type Result } from '../../../contract/result.ts'
import type { CookieWithValue } from '../cookie-with-value.ts'
import { hasControl } from '../meaning/unusual-characters.ts'
import type { WriterInput } from './format.ts'
import { loseCommon } from './losses.ts'

/** The address a request goes to: http or https, without name and password, without its fragment. */
export const requestUrl = (text: string | null): Result<URL> => {
  const url = text === null ? null : URL.parse(text.trim())
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return fail('invalid-input', 'This is not the address of a page.', {
      next: 'Enter an address that starts with https://.',
    })
  }
  if (url.username !== '' || url.password !== '') {
    return fail('invalid-input', 'The address contains a user name or password.', {
      next: 'Remove them from the address.',
    })
  }
  url.hash = ''
  return ok(url)
}

/** Where a browser sends Secure cookies: over TLS, and to this machine itself (RFC 6265bis, 5.8.3). */
const isSecure = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' ||
  /(?:^|\.)localhost$/.test(hostname) ||
  hostname === '[::1]' ||
  (isIPv4(hostname) && hostname.startsWith('127.'))

/** RFC 6265bis, 5.1.4. */
const pathMatches = (request: string, path: string): boolean =>
  request === path || (request.startsWith(path) && (path.endsWith('/') || request[path.length] === '/'))

const reasonToLeaveOut = ({ row, value }: CookieWithValue, url: URL): string | null => {
  const sameHost = row.host === url.hostname
  if (!sameHost && (row.hostOnly || !url.hostname.endsWith(`.${row.host}`))) return 'It is for another host.'
  if (!row.hostOnly && row.flags.some((flag) => flag.code === 'domain-is-public-suffix')) {
    return 'Its domain is a public suffix.'
  }
  if (!pathMatches(url.pathname, row.path)) return 'It is for another path.'
  if (row.secure && !isSecure(url)) return 'It is Secure, and the address is not.'
  if (row.partition !== null) return 'Partitioned: it is sent only below its top-level site.'
  if (hasControl(row.name) || hasControl(value)) return 'A header cannot contain its control character.'
  if (/[;=]/.test(row.name) || value.includes(';')) return 'A header would be cut at its semicolon or =.'
  if (!(row.name + value).isWellFormed()) return 'An incomplete character cannot be written in UTF-8.'
  return null
}

/**
 * The cookie-string of a direct request (RFC 6265bis, 5.8.3): host, path and Secure decide, longer paths come first, then
 * the given order, which represents the age. SameSite does not matter, since no page of another site asks.
 */
export const cookieString = ({ cookies, tally, textOf }: WriterInput, url: URL): { pairs: string; count: number } => {
  const sent = cookies.filter((cookie) => {
    const reason = reasonToLeaveOut(cookie, url)
    if (reason !== null) tally.leaveOut(reason, cookie.row.name)
    return reason === null
  })
  const why = 'A request contains only names and values. SameSite does not apply, because no other site is involved.'
  for (const cookie of sent) {
    tally.lose('attributes', why, cookie.row.name)
    loseCommon(cookie, tally)
  }
  const ordered = sent.toSorted((a, b) => b.row.path.length - a.row.path.length)
  const pairs = ordered.map((cookie) => `${cookie.row.name === '' ? '' : `${cookie.row.name}=`}${textOf(cookie)}`)
  return { pairs: pairs.join('; '), count: sent.length }
}
