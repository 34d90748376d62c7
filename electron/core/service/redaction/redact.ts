import { atOnce, inTurns } from '../../base/turns.ts'
import { type Needle, needleOf, placesOf } from './encoded-secret.ts'

/** Replaces a secret. */
export const REDACTED = '[redacted]'

const NAMES =
  'token|secret|password|passwd|passphrase|signature|api[-_]?key|access[-_]?key|private[-_]?key|credentials?|authorization|key-pair-id'
const SECRET_NAME = new RegExp(`${NAMES}|cookie|^sig$`, 'i')
const IN_QUERY = new RegExp(`\\b([\\w.-]{0,40}(?:${NAMES}|sig|policy))=[^\\s&"'<>;,]*`, 'gi')
const IN_JSON = new RegExp(`("[^"\\\\]{0,40}(?:${NAMES})[^"\\\\]{0,20}"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*(?:"|$)`, 'gi')
// Not after `›`: there it is the end of a field path and a text for people follows.
const HEADER = /(?<!› )\b(authorization|cookie|set-cookie|x-api-key)(\s*:\s*)[^\r\n]+/gi
// Plain words after "Bearer" are prose of an error text, not a credential.
const BEARER =
  /\b(bearer)\s+(?!(?:token|tokens|auth|authentication|authorization|credentials?|is|was|not|or)\b)[^\s"',;<>]+/gi
/** Words with dots between them, as a JSON web token is; each text is passed once, whatever it holds. */
const DOTTED = /(?<![\w-])[\w-]+(?:\.[\w-]*)+/g
const TOKEN_HEAD = /\beyJ[\w-]{5,}/
const URL_LIKE = /\b([a-z][a-z0-9+.-]{0,20}:\/\/)([^\s"'<>]*)/gi

/** True for names whose value is never shown: header names, query parameters, keys of a body. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name)

const stripUrl = (_all: string, scheme: string, rest: string): string => {
  const [, place = '', tail = ''] = /^([^?#]*)([\s\S]*)$/.exec(rest) ?? []
  return scheme + place.replace(/^[^/]*@/, `${REDACTED}@`) + (tail === '' ? '' : `?${REDACTED}`)
}

/** JSON web tokens (RFC 7519): a head, a claim, and a signature or none. */
const withoutJwt = (dotted: string): string => {
  const parts = dotted.split('.')
  const out: string[] = []
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i] ?? ''
    const at = parts[i + 1] ? part.search(TOKEN_HEAD) : -1
    out.push(at < 0 ? part : part.slice(0, at) + REDACTED)
    if (at >= 0) i += 2
  }
  return out.join('.')
}

/** The forms in which one secret may come back: as it is, in a URL, in a form, in JSON. */
const formsOf = (secret: string): string[] => {
  if (!secret.isWellFormed()) return [secret]
  const encoded = encodeURIComponent(secret)
  return [secret, encoded, encoded.replaceAll('%20', '+'), JSON.stringify(secret).slice(1, -1)]
}

/** A real key is random and long: what holds one of these holds the key. UTF-16 units. */
const LONG = 16
/**
 * A shorter one may be a word of the service as well (`demo`), which ids and names consist of; it cannot be kept out of
 * everything, so that no such key is taken (`isTooShort`). UTF-16 units.
 */
const WORD = 8

/** True for a key that could not be told from the words of a text, and so could not be redacted. */
export const isTooShort = (key: string): boolean => key.length < WORD

/** A text as a pattern that finds it and nothing else. */
export const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
/** What is called a secret right before it, as in `Bearer demo`, `"token": "demo"`, `invalid key demo`. */
const CALLED_SECRET = `(?<=\\b(?:${NAMES}|key|bearer|basic|sig)["']?(?:\\s{0,20}[:=]\\s{0,20}|\\s{1,20})["']?)`

/** Where a secret counts as one: anywhere when long, as a whole word, or only where it is called one. */
const patternOf = (secret: string): RegExp => {
  const forms = formsOf(secret).toSorted((a, b) => b.length - a.length)
  const any = `(?:${forms.map(escaped).join('|')})`
  if (secret.length >= LONG) return new RegExp(any, 'g')
  if (secret.length >= WORD) return new RegExp(`(?<![\\w-])${any}(?![\\w-])`, 'g')
  return new RegExp(`${CALLED_SECRET}${any}(?![\\w-])`, 'gi')
}

const withoutPlaces = (text: string, places: { from: number; to: number }[]): string => {
  if (places.length === 0) return text
  let from = 0
  const parts: string[] = []
  for (const place of places) {
    parts.push(text.slice(from, place.from), REDACTED)
    from = place.to
  }
  return parts.join('') + text.slice(from)
}

/** A secret with what finds it, which takes longer to make than to use. */
type Known = { pattern: RegExp; needle: Needle | null; whole: boolean }

/** Longer ones first: one may hold another. */
const knownOf = (secrets: Iterable<string | null>): Known[] =>
  [...secrets]
    .filter((secret): secret is string => secret !== null && secret !== '')
    .toSorted((a, b) => b.length - a.length)
    .map((secret) => ({
      pattern: patternOf(secret),
      needle: secret.length >= WORD ? needleOf(secret) : null,
      whole: secret.length < LONG,
    }))

const removal = function* (text: string, all: readonly Known[]): Generator<undefined, string> {
  let out = text
  for (const { pattern, needle, whole } of all) {
    out = out.replaceAll(pattern, REDACTED)
    yield
    if (needle) out = withoutPlaces(out, yield* placesOf(out, needle, whole))
  }
  return out
}

/**
 * Removes the given secrets in every form; nothing else of the text changes. Short ones, which may be part of an id, go
 * only as whole words (8 to 15 characters) or where the text calls them a secret (fewer).
 */
export const withoutSecrets = (text: string, secrets: Iterable<string | null>): string =>
  atOnce(removal(text, knownOf(secrets)))

/** The same for a text of megabytes, with other work between its parts. */
export const withoutSecretsInTurns = (text: string, secrets: Iterable<string | null>): Promise<string> =>
  inTurns(removal(text, knownOf(secrets)))

/**
 * The one redaction rule, for problems, journal and logs. Removes the given secrets literally and, known or not:
 * what follows `Bearer`, the query and user part of every URL (signed links are secrets of minutes),
 * values of secret-sounding parameters, keys and headers, and JSON web tokens. Idempotent.
 */
export const redact = (text: string, secrets: Iterable<string | null> = []): string => redactor(secrets)(text)

/** The same rule for many texts. It holds the secrets: keep it no longer than they are kept. */
export const redactor = (secrets: Iterable<string | null>): ((text: string) => string) => {
  const all = knownOf(secrets)
  return (text) =>
    atOnce(removal(text, all))
      .replace(URL_LIKE, stripUrl)
      .replace(IN_JSON, `$1"${REDACTED}"`)
      .replace(IN_QUERY, `$1=${REDACTED}`)
      .replace(HEADER, `$1$2${REDACTED}`)
      .replace(BEARER, `$1 ${REDACTED}`)
      .replace(DOTTED, withoutJwt)
}

/** At most `length` UTF-16 units and an ellipsis; never half a character. Redact first: a cut secret is a secret. */
export const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}…`
