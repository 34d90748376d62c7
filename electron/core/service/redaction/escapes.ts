/** ASCII signs that HTML names (WHATWG, named character references) and that a key may hold. */
const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{
      excl: '!',
      quot: '"',
      num: '#',
      dollar: '$',
      percnt: '%',
      amp: '&',
      apos: "'",
      lpar: '(',
      rpar: ')',
      ast: '*',
    },
    ...{
      plus: '+',
      comma: ',',
      period: '.',
      sol: '/',
      colon: ':',
      semi: ';',
      lt: '<',
      equals: '=',
      gt: '>',
      quest: '?',
    },
    ...{ commat: '@', lsqb: '[', lbrack: '[', bsol: '\\', rsqb: ']', rbrack: ']', Hat: '^', lowbar: '_', grave: '`' },
    ...{ lcub: '{', lbrace: '{', verbar: '|', vert: '|', rcub: '}', rbrace: '}' },
  }),
)
const LONGEST_ENTITY = 6
const [BACKSLASH, PERCENT, AMPERSAND, HASH, SEMICOLON, SLASH, QUOTE, APOSTROPHE, OPEN, CLOSE, U, X] = [
  92, 37, 38, 35, 59, 47, 34, 39, 123, 125, 117, 120,
] as const

/** Signs as UTF-16 units, and where in the original text each begins; one more says where the last one ends. */
export type Signs = { units: Uint16Array; origins: Uint32Array; length: number }

const digitOf = (unit: number | undefined, base: number): number => {
  if (unit === undefined) return -1
  const digit = unit <= 57 ? unit - 48 : (unit | 32) - 87
  return unit >= 48 && (unit <= 57 || (unit | 32) >= 97) && digit < base ? digit : -1
}

/** Digits from `at` on, `least` to `most` of them: their value and end; -1 when there are fewer. */
const numberAt = (units: Uint16Array, at: number, least: number, most: number, base: number): [number, number] => {
  let value = 0
  let end = at
  for (; end < at + most; end += 1) {
    const digit = digitOf(units[end], base)
    if (digit < 0) break
    value = value * base + digit
  }
  return [end - at < least ? -1 : value, end]
}

const NONE: readonly [number, number] = [-1, 0]

const afterBackslash = (units: Uint16Array, at: number): readonly [number, number] => {
  const next = units[at + 1]
  if (next === BACKSLASH || next === SLASH || next === QUOTE || next === APOSTROPHE) return [next, at + 2]
  if (next === X) return numberAt(units, at + 2, 2, 2, 16)
  if (next !== U) return NONE
  if (units[at + 2] !== OPEN) return numberAt(units, at + 2, 4, 4, 16)
  const [value, end] = numberAt(units, at + 3, 1, 6, 16)
  return units[end] === CLOSE ? [value, end + 1] : NONE
}

const afterAmpersand = (units: Uint16Array, at: number, length: number): readonly [number, number] => {
  if (units[at + 1] === HASH) {
    const hex = ((units[at + 2] ?? 0) | 32) === X
    const [value, end] = numberAt(units, at + (hex ? 3 : 2), 1, 7, hex ? 16 : 10)
    return [value, units[end] === SEMICOLON ? end + 1 : end]
  }
  let end = at + 1
  while (end <= at + LONGEST_ENTITY && end < length && digitOf(units[end], 36) >= 10) end += 1
  if (units[end] !== SEMICOLON) return NONE
  const sign = ENTITIES.get(String.fromCharCode(...units.subarray(at + 1, end)))
  return sign === undefined ? NONE : [sign.charCodeAt(0), end + 1]
}

const escapeAt = (units: Uint16Array, at: number, length: number): readonly [number, number] => {
  const unit = units[at]
  if (unit === BACKSLASH) return afterBackslash(units, at)
  if (unit === AMPERSAND) return afterAmpersand(units, at, length)
  if (unit !== PERCENT) return NONE
  return units[at + 1] === U ? numberAt(units, at + 2, 4, 4, 16) : numberAt(units, at + 1, 2, 2, 16)
}

export const signsOf = (text: string): Signs => {
  const bytes = Buffer.from(text, 'utf16le')
  const units = new Uint16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
  const origins = new Uint32Array(text.length + 1)
  for (let at = 0; at < origins.length; at += 1) origins[at] = at
  return { units, origins, length: text.length }
}

/** Where the first sign stands that may begin an escape; the length when there is none. */
const firstEscape = (units: Uint16Array, length: number): number =>
  [BACKSLASH, PERCENT, AMPERSAND].reduce((first, sign) => {
    const at = units.subarray(0, first).indexOf(sign)
    return at < 0 ? first : at
  }, length)

/**
 * One round of escapes read, in place: those of JSON and program texts, percent-encoding (RFC 3986, 2.1) and HTML's
 * references. False when there is none. Signs beyond the first plane become one unit that is no letter.
 */
export const readEscapes = (signs: Signs): boolean => {
  const { units, origins, length } = signs
  const first = firstEscape(units, length)
  let to = first
  for (let at = first; at < length; ) {
    const unit = units[at] ?? 0
    const [value, end] =
      unit === BACKSLASH || unit === PERCENT || unit === AMPERSAND ? escapeAt(units, at, length) : NONE
    const read = value >= 0 && end <= length
    units[to] = read ? Math.min(value, 0xffff) : unit
    origins[to] = origins[at] ?? 0
    to += 1
    at = read ? end : at + 1
  }
  origins[to] = origins[length] ?? 0
  signs.length = to
  return to < length
}

export const textOf = ({ units, length }: Signs): string =>
  Buffer.from(units.buffer, units.byteOffset, length * 2).toString('utf16le')
