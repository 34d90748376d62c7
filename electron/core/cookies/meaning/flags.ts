import type { CookieFlagCode } from '../../../contract/constants/cookie-constants.ts'
import type { CookieFlag } from '../../../contract/models/cookie-models.ts'
import type { CookieRecord } from '../../service/answers/wire.ts'
import type { CookieFacts } from './facts.ts'
import { siteOf } from './hosts.ts'
import { TOO_LATE } from './lifetime.ts'
import { oddSigns } from './odd-signs.ts'
import { prefixOf } from './prefix.ts'

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
        ? 'The date lies after the year 9999, and is converted to the last second of it.'
        : `The date was given as ${convertedFrom}, not as seconds, and is converted here.`
    say('expiry-converted', 'warning', what, 'Service contract, profile cookie')
  }
  if (negative) {
    const what = 'The date is a negative number other than −1, so the cookie is taken to end with the browser session.'
    say('expiry-negative', 'warning', what, 'Service contract, profile cookie')
  }
  if (contradiction !== null) {
    const taken = expiresAt === null ? 'it is taken to end with the browser session' : 'the date is taken'
    say('expiry-contradiction', 'warning', `The life time contradicts itself: ${contradiction}; ${taken}.`, bis('5.7'))
  }
  if (expiresAt === null) return
  if (expiresAt <= now) {
    say('expired', 'refused', 'It has expired, so browsers drop it and send it no more.', bis('5.7'))
  } else if (expiresAt - now < HOUR) {
    say('expires-soon', 'warning', 'It expires within the hour, perhaps in the middle of a run.', bis('5.7'))
  } else if (expiresAt - now > MOST_DAYS * DAY) {
    const what = `It expires in more than ${MOST_DAYS} days; a browser that takes it in cuts that to ${MOST_DAYS} days.`
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
    isHost && claimsDomain && 'it is given for a whole domain',
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
    const what = `It is an ordinary cookie by its spelling, but browsers compare prefixes without case and refuse it, because ${why}.`
    say('prefix-case', 'warning', what, bis('5.4'))
  }
}

const sayDomain = (say: Say, record: CookieRecord, facts: CookieFacts): void => {
  const { host, hasDot, hostOnly } = facts
  if (!host.isHost) {
    say('domain-odd', 'refused', 'Its domain is no host name, so no browser sends it anywhere.', bis('5.1.2'))
    return
  }
  if (!hostOnly && host.isPublicSuffix) {
    const what = 'Browsers refuse it: its domain is a public suffix, under which everybody can have a name.'
    say('domain-is-public-suffix', 'refused', what, bis('5.7'))
  }
  // A __Host- cookie given for a domain is called broken already.
  if (record.hostOnly === null || (facts.isHostPrefixed && !record.hostOnly)) return
  if (record.hostOnly === false && host.standsAlone) {
    const what = 'It is given for a whole domain, but nothing lies below this host, so it is taken as host-only.'
    say('host-only-contradiction', 'warning', what, bis('5.1.3'))
  } else if (record.hostOnly === hasDot) {
    const [says, dot] = record.hostOnly ? ['true', 'has a leading dot'] : ['false', 'has no leading dot']
    say(
      'host-only-contradiction',
      'warning',
      `Its hostOnly is ${says}, but the domain ${dot}; hostOnly decides.`,
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
    const what = 'Its partition key is neither a site nor empty, so it is taken as not partitioned.'
    say('partition-odd', 'warning', what, chips('2.2'))
    return
  }
  if (!facts.secure) {
    say('partition-without-secure', 'refused', 'Browsers refuse it: it is partitioned, but not Secure.', chips('2.3'))
  }
  if (!isSite(facts.partition)) {
    const what = 'Its partition key is not a site such as https://example.com, so browsers change or refuse it.'
    say('partition-odd', 'warning', what, chips('2.2'))
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
    say('path-odd', 'warning', 'Its path does not begin with /, so it is taken as /.', bis('5.6.4'))
  }
  if (name === '') {
    const why =
      value === '' ? 'it has neither name nor value' : prefixOf(value) !== null && 'its value poses as a prefix'
    if (why) say('nameless', 'refused', `Browsers refuse it: ${why}.`, bis('5.7'))
    else say('nameless', 'note', 'It has no name, so a request carries its value alone.', bis('5.8.3'))
  }
  for (const { code, severity, message, section } of oddSigns(record)) say(code, severity, message, bis(section))
}

const sayFields = (say: Say, { oddFields }: CookieFacts): void => {
  const [first, ...more] = oddFields
  if (first === undefined) return
  const named = more.length === 0 ? `Its ${first} cannot` : `Its ${[first, ...more].join(', ')} cannot`
  say(
    'field-odd',
    'warning',
    `${named} be read, so the cookie is taken as without it.`,
    'Service contract, profile cookie',
  )
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
    say('same-site-unknown', 'warning', 'Its SameSite word is unknown, so it is taken as Lax.', bis('5.6.7'))
  } else if (facts.sameSite.basis === 'default') {
    say('same-site-default', 'note', 'It names no SameSite, so browsers take it as Lax.', bis('5.6.7'))
  }
  const rank = { refused: 0, warning: 1, note: 2 }
  return flags.sort((a, b) => rank[a.severity] - rank[b.severity])
}
