import { isTime } from '../../contract/text/quantities.ts'

const pad = (n: number): string => String(n).padStart(2, '0')

/** ms → `12 s`, `4 min`, `3 h`; rounded up, as what is left. */
export const formatLeft = (ms: number): string => {
  if (ms < 90_000) return `${Math.ceil(ms / 1_000)} s`
  if (ms < 90 * 60_000) return `${Math.ceil(ms / 60_000)} min`
  return `${Math.ceil(ms / 3_600_000)} h`
}

/** Epoch ms → local `2026-11-28 10:14`; unknown → `–`. */
export const formatTime = (at: number | null): string => {
  if (!isTime(at)) return '–'
  const date = new Date(at)
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
  return `${day} ${pad(date.getHours())}:${pad(date.getMinutes())}`
}

/** A format sign that does not join two pictures: the joiner of an emoji steers nothing. */
const FORMAT =
  /(?!(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic}))\p{Cf}/gu

/**
 * Control sequences of a terminal (ECMA-48, 5.4): CSI and what it steers, OSC with its text, other escapes. Every count
 * has a bound, so that a text of others takes no more time than its length.
 */
const SEQUENCE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /(?:\u001b\[|\u009b)[0-?]{0,64}[ -/]{0,16}[@-~]?|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c]{0,2048}(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]{0,16}[0-Z\\^-~]?/g

/** Text of others must not steer a terminal: no escapes, no control or direction marks, one line. */
export const plain = (text: string): string =>
  text
    .replace(SEQUENCE, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(FORMAT, '')

/** Escapes what JSON leaves as it is and a terminal does not, inside text that is JSON. */
export const terminalSafe = (json: string): string =>
  json.replace(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** `plain` for JSON lines, where nothing may be lost. */
export const jsonLine = (value: unknown): string => terminalSafe(JSON.stringify(value))

/** Invisible characters that a difference may consist of, made visible: `→` TAB, `␍` CR, `<U+200B>`. */
export const visibleSigns = (text: string): string =>
  text
    .replaceAll('\t', '→   ')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control signs get their pictures
    .replace(/[\u0000-\u001f]/g, (sign) => String.fromCharCode(0x2400 + sign.charCodeAt(0)))
    .replace(
      /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u2000-\u200a\u202f\u3000]/gu,
      (sign) => `<U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`,
    )

/** Several lines of others for a terminal: line ends and tabs stay, what steers or hides is shown as a sign. */
export const shownOnTerminal = (text: string): string =>
  text
    .replace(/\r\n/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control signs get their pictures
    .replace(/[\u0000-\u0008\u000b-\u001f]/g, (sign) => String.fromCharCode(0x2400 + sign.charCodeAt(0)))
    .replace(
      /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
      (sign) => `<U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}>`,
    )
