import { createHash } from 'node:crypto'

/** What the shortest limit of the usual file systems allows for one name (D16). */
const NAME_BYTES = 255
/** The longest ending of a stem: the state of a part while it is rewritten. */
const LONGEST_ENDING = '.mp4.part.json.new'
export const STEM_BYTES = NAME_BYTES - LONGEST_ENDING.length

const FALLBACK = 'recording'
// Device names of Windows, with or without an extension, blanks before the dot included (D15).
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|com[1-9¹²³]|lpt[1-9¹²³]) *(\.|$)/i
const FORBIDDEN = /[<>:"/\\|?*]/g
// Control, format (bidi included), surrogate halves, private and unassigned; and what is drawn as nothing.
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800\uFFFC]/gu
// Inside an emoji joiner and variation mark are visible in effect; anywhere else they are not.
const EMOJI =
  /\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)*/gu
// Endings of our own: a stem that ends so would share files with another recording.
const OWN_ENDING = /(?<!\.mp4|\.part)(?:\.mp4|\.part)+$/i

/** A text of others is looked at so far: several times what any name holds. UTF-16 units. */
const LONGEST_TEXT = 1_024

const bytesOf = (text: string): number => Buffer.byteLength(text)

/** Removes what is invisible, but leaves emoji sequences whole. */
const visible = (text: string): string => {
  let out = ''
  let from = 0
  for (const match of text.matchAll(EMOJI)) {
    out += text.slice(from, match.index).replace(INVISIBLE, '') + match[0]
    from = match.index + match[0].length
  }
  return out + text.slice(from).replace(INVISIBLE, '')
}

const trimEnds = (text: string): string => text.replace(/^[. ]+/, '').replace(/(?<![. ])[. ]+$/, '')

/** The longest head of at most `bytes` bytes that ends on a grapheme border; a giant first grapheme is cut at a code point. */
const headOf = (text: string, bytes: number): string => {
  let out = ''
  let left = bytes
  for (const { segment } of new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text.slice(0, bytes + 1))) {
    left -= bytesOf(segment)
    if (left < 0) break
    out += segment
  }
  if (out !== '') return out
  for (const point of text) {
    if (bytesOf(out + point) > bytes) break
    out += point
  }
  return out
}

/** Tells apart texts whose beginning is the same (D16). */
const markOf = (text: string): string => `~${createHash('sha256').update(text).digest('hex').slice(0, 8)}`

/** At most `bytes` bytes; what is longer ends in a mark of the whole text, so that equal heads stay distinct (D16). */
export const shorten = (text: string, bytes: number): string => {
  if (bytesOf(text) <= bytes) return text
  const mark = markOf(text)
  return trimEnds(headOf(text, bytes - mark.length)) + mark
}

const oncePlain = (text: string): string => {
  const plain = visible(
    text
      .toWellFormed()
      .normalize('NFC')
      .replace(/[\s\p{Z}]+/gu, ' '),
  )
    .replace(FORBIDDEN, '_')
    .normalize('NFC')
  return trimEnds(trimEnds(plain).replace(OWN_ENDING, ''))
}

/** One text as part of a name: visible, without forbidden characters, not shortened; may be empty. */
export const plainPart = (text: string): string => {
  // Each removal can bring neighbours together that make a new case, so the rule runs until nothing changes.
  let before = text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) + markOf(text) : text
  for (;;) {
    const after = oncePlain(before)
    if (after === before) return after
    before = after
  }
}

/**
 * Any text as the stem of a file name, by the rules of Windows on every system (D15): visible characters, none
 * forbidden, no reserved name, no `-` at the beginning, which programs take for an option, no dot or blank at an end, never empty, at most `bytes` bytes (D16). Idempotent.
 */
export const safeStem = (text: string, bytes = STEM_BYTES): string => {
  const plain = plainPart(text) || FALLBACK
  return shorten(RESERVED.test(plain) || plain.startsWith('-') ? `_${plain}` : plain, bytes)
}
