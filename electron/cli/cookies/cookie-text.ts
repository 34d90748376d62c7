import { domainToASCII } from 'node:url'
import { flagSeverities } from '../../contract/constants/cookie-constants.ts'
import type { CookieChange, CookieFlag, CookieRow } from '../../contract/models/cookie-models.ts'
import { hostText } from '../../contract/text/host-name.ts'
import { isoTime } from '../../contract/text/quantities.ts'
import { formatTime } from '../output/terminal-text.ts'

const worst = (flags: readonly CookieFlag[]): CookieFlag | undefined =>
  flags.toSorted((a, b) => flagSeverities.indexOf(a.severity) - flagSeverities.indexOf(b.severity))[0]

export const COOKIE_HEAD = ['Name', 'Domain', 'Path', 'Expires', 'Bytes', 'Attributes', 'Finding']

/** One line of the table: what it means, never its value. */
export const cookieLine = (row: CookieRow): string[] => {
  const attributes = [
    row.hostOnly ? 'host-only' : null,
    row.httpOnly ? 'HttpOnly' : null,
    row.secure ? 'Secure' : null,
    row.sameSite,
    row.partition === null ? null : 'partitioned',
  ]
  const finding = worst(row.flags)
  return [
    row.name,
    hostText(row.hostOnly ? row.host : `.${row.host}`, domainToASCII),
    row.path,
    row.expiresAt === null ? 'session' : `${formatTime(row.expiresAt)}${row.expired ? ', expired' : ''}`,
    String(row.sizeBytes),
    attributes.filter((word) => word !== null).join(' '),
    finding ? `${finding.severity}: ${finding.message}` : '',
  ]
}

/** The same for programs. The value is added by who may show it. */
export const cookieRecord = (row: CookieRow): Record<string, unknown> => {
  const { name, host, hostOnly, path, secure, httpOnly, sameSite, kind, expired, site, party, partition } = row
  return {
    name,
    host,
    hostOnly,
    path,
    secure,
    httpOnly,
    sameSite,
    kind,
    expiresAt: isoTime(row.expiresAt),
    expired,
    site,
    party,
    partition,
    valueBytes: row.valueBytes,
    sizeBytes: row.sizeBytes,
    flags: row.flags.map(({ code, severity, message, source }) => ({ code, severity, message, source })),
  }
}

const CHANGES: Record<CookieChange['kinds'][number], string> = {
  appeared: 'appeared',
  vanished: 'vanished',
  rotated: 'value changed',
  extended: 'expires later',
  shortened: 'expires earlier',
  attributes: 'attributes changed',
}

/** One line of a comparison. */
export const changeLine = ({ kinds, before, after, attributes }: CookieChange): string[] => {
  const row = after ?? before
  return [
    kinds.map((kind) => CHANGES[kind]).join(', '),
    row?.name ?? '',
    row ? hostText(row.hostOnly ? row.host : `.${row.host}`, domainToASCII) : '',
    row?.path ?? '',
    attributes.map((one) => `${one.field}: ${one.before} → ${one.after}`).join('; '),
  ]
}
