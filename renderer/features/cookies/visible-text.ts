const PICTURES = 0x2400
/** C0 controls, DEL, C1 controls, marks without width, marks that turn the direction of writing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a reader must get to see
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

const shown = (character: string): string => {
  const code = character.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(PICTURES + code)
  if (code === 0x7f) return '␡'
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
}

/** Text of a stranger for one line: what would be invisible or would turn the line round is written out (C09). */
export const visibleText = (text: string): string => text.replace(HIDDEN, shown)
