import type { CookieFlagCode } from '../../../contract/constants/cookie-constants.ts'
import type { CookieFlag } from '../../../contract/models/cookie-models.ts'
import type { CookieRecord } from '../../service/answers/wire.ts'
import type { CookieFacts } from './facts.ts'
import { siteOf } from './hosts.ts'
import { TOO_LATE } from './lifetime.ts'
import { prefixOf } from './prefix.ts'
import { unusualCharacters } from './unusual-characters.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Name and value together. Bytes. */
const MOST_BYTES = 4_096
/** One attribute. Bytes. */
const MOST_ATTRIBUTE_BYTES = 1_024
/** What a browser keeps a cookie at most, counted from when it is set. */
const MOST_DAYS = 400

const bis = (section: string): string => `RFC 6265bis, section ${section}`
const chips = (section: string): string => `CHIPS, section ${section}`

type Severity = CookieFlag['severity']
type Say = (code: CookieFlagCode, severity: Severity, message: string, source: string) => void

const sayLifetime = (say: Say, facts: CookieFacts, now: number): void => {
  const { expiresAt, convertedFrom, negative, contradiction } = facts.lifetime
  if (convertedFrom !== null) {
    const what =
      convertedFrom === TOO_LATE
        ? 'The expiry date is after the year 9999 and is shown as the last second of that year.'
        : `The expiry date was given as ${convertedFrom} instead of seconds and was converted.`
    say('expiry-converted', 'warning', what, 'Cookie format of the service')
  }
  if (negative) {
    const what = 'The expiry date is a negative number other than −1, so the cookie is treated as a session cookie.'
    say('expiry-negative', 'warning', what, 'Cookie format of the service')
  }
  if (contradiction !== null) {
    const taken = expiresAt === null ? 'it is treated as a session cookie' : 'the date is used'
    say(
      'expiry-contradiction',
      'warning',
      `The lifetime fields contradict each other: ${contradiction}; ${taken}.`,
      bis('5.7'),
    )
  }
  if (expiresAt === null) return
  if (expiresAt <= now) {
    say('expired', 'refused', 'It has expired, so browsers no longer send it.', bis('5.7'))
  } else if (expiresAt - now < HOUR) {
    say('expires-soon', 'warning', 'It expires within an hour, possibly during a session.', bis('5.7'))
  } else if (expiresAt - now > MOST_DAYS * DAY) {
    const what = `It expires in more than ${MOST_DAYS} days; browsers limit that to ${MOST_DAYS} days.`
    say('expiry-beyond-limit', 'note', what, bis('5.5'))
  }
}

const sayPrefix = (say: Say, record: CookieRecord, facts: CookieFacts): void => {
  const prefix = prefixOf(record.name)
  if (prefix === null) return
  const { text, isHost } = prefix
  const claimsDomain =
    record.hostOnly === false || (record.hostOnly === null && facts.hasDot && !facts.host.standsAlone)
  const broken = [
    !facts.secure && 'it is not Secure',
    isHost && facts.path !== '/' && 'its path is not /',
    isHost && claimsDomain && 'it is set for a whole domain',
  ].filter((reason) => reason !== false)
  if (broken.length === 0) return
  const why = broken.join(' and ')
  if (text === '__Host-') {
    say('host-prefix-broken', 'refused', `Browsers refuse it: its name begins with __Host-, but ${why}.`, bis('5.7'))
  } else if (text === '__Secure-') {
    say(
      'secure-prefix-broken',
      'refused',
      `Browsers refuse it: its name begins with __Secure-, but ${why}.`,
      bis('5.7'),
    )
  } else {
    const what = `Browsers refuse it: name prefixes are compared without case, and ${why}.`
    say('prefix-case', 'warning', what, bis('5.4'))
  }
}

const sayDomain = (say: Say, record: CookieRecord, facts: CookieFacts): void => {
  const { host, hasDot, hostOnly } = facts
  if (!host.isHost) {
    say('domain-invalid', 'refused', 'Its domain is not a host name, so browsers never send it.', bis('5.1.2'))
    return
  }
  if (!hostOnly && host.isPublicSuffix) {
    const what = 'Browsers refuse it: its domain is a public suffix, where anyone can register a name.'
    say('domain-is-public-suffix', 'refused', what, bis('5.7'))
  }
  // A __Host- cookie given for a domain is called broken already.
  if (record.hostOnly === null || (facts.isHostPrefixed && !record.hostOnly)) return
  if (record.hostOnly === false && host.standsAlone) {
    const what = 'It is set for a whole domain, but this host has no subdomains, so it is treated as host-only.'
    say('host-only-contradiction', 'warning', what, bis('5.1.3'))
  } else if (record.hostOnly === hasDot) {
    const [says, dot] = record.hostOnly ? ['true', 'has a leading dot'] : ['false', 'has no leading dot']
    say(
      'host-only-contradiction',
      'warning',
      `Its hostOnly is ${says}, but the domain ${dot}; hostOnly takes precedence.`,
      bis('5.7'),
    )
  }
}

/** Scheme and registrable domain, nothing more. */
const isSite = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && text === `${url.protocol}//${siteOf(url.hostname)}`
}

const sayPartition = (say: Say, facts: CookieFacts): void => {
  if (facts.partition === null) {
    if (!facts.partitionUnreadable) return
    const what = 'Its partition key is neither a site nor empty, so it is treated as not partitioned.'
    say('partition-invalid', 'warning', what, chips('2.2'))
    return
  }
  if (!facts.secure) {
    say('partition-without-secure', 'refused', 'Browsers refuse it: it is partitioned, but not Secure.', chips('2.3'))
  }
  if (!isSite(facts.partition)) {
    const what = 'Its partition key is not a site such as https://example.com, so browsers change or refuse it.'
    say('partition-invalid', 'warning', what, chips('2.2'))
  }
}

const sayText = (say: Say, record: CookieRecord, facts: CookieFacts): void => {
  const { name, value } = record
  if (facts.sizeBytes > MOST_BYTES) {
    const what = `Browsers refuse it: name and value are ${facts.sizeBytes} bytes together, more than ${MOST_BYTES}.`
    say('too-large', 'refused', what, bis('5.7'))
  }
  for (const field of ['domain', 'path'] as const) {
    if (Buffer.byteLength(record[field] ?? '') <= MOST_ATTRIBUTE_BYTES) continue
    const what = `Browsers ignore its ${field}: it is longer than ${MOST_ATTRIBUTE_BYTES} bytes.`
    say('attribute-too-large', 'warning', what, bis('5.6'))
  }
  if (record.path !== null && record.path !== '' && !record.path.startsWith('/')) {
    say('path-invalid', 'warning', 'Its path does not start with /, so it is treated as /.', bis('5.6.4'))
  }
  if (name === '') {
    const why =
      value === '' ? 'it has neither name nor value' : prefixOf(value) !== null && 'its value looks like a name prefix'
    if (why) say('nameless', 'refused', `Browsers refuse it: ${why}.`, bis('5.7'))
    else say('nameless', 'note', 'It has no name, so requests contain only its value.', bis('5.8.3'))
  }
  for (const { code, severity, message, section } of unusualCharacters(record))
    say(code, severity, message, bis(section))
}

const sayFields = (say: Say, { invalidFields }: CookieFacts): void => {
  const [first, ...more] = invalidFields
  if (first === undefined) return
  const named = more.length === 0 ? `Its ${first} cannot` : `Its ${[first, ...more].join(', ')} cannot`
  say('field-invalid', 'warning', `${named} be read and is ignored.`, 'Cookie format of the service')
}

/** What there is to know about one cookie, the gravest first. `now` in epoch ms. */
export const flagsOf = (record: CookieRecord, facts: CookieFacts, now: number): CookieFlag[] => {
  const flags: CookieFlag[] = []
  const say: Say = (code, severity, message, source) => flags.push({ code, severity, message, source })
  if (facts.sameSite.value === 'None' && !facts.secure) {
    say('none-without-secure', 'refused', 'Browsers refuse it: SameSite=None without Secure.', bis('5.7'))
  }
  sayFields(say, facts)
  sayPrefix(say, record, facts)
  sayDomain(say, record, facts)
  sayPartition(say, facts)
  sayText(say, record, facts)
  sayLifetime(say, facts, now)
  if (facts.sameSite.basis === 'unknown') {
    say('same-site-unknown', 'warning', 'Its SameSite value is unknown, so it is treated as Lax.', bis('5.6.7'))
  } else if (facts.sameSite.basis === 'default') {
    say('same-site-default', 'note', 'It has no SameSite value, so browsers treat it as Lax.', bis('5.6.7'))
  }
  const rank = { refused: 0, warning: 1, note: 2 }
  return flags.sort((a, b) => rank[a.severity] - rank[b.severity])
}
