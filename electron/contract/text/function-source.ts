import { LARGEST_SOURCE_BYTES } from '../constants/function-constants.ts'

/** UTF-8 bytes, as they are sent. Counted here, because neither zone's encoder is known to the contract. */
export const sourceBytes = (source: string): number => {
  let bytes = 0
  for (let at = 0; at < source.length; at += 1) {
    const unit = source.charCodeAt(at)
    const half = unit >= 0xd800 && unit <= 0xdfff // two halves of a character are four bytes
    bytes += unit < 0x80 ? 1 : unit < 0x800 || half ? 2 : 3
  }
  return bytes
}

/** Why a source cannot be sent; null: it can. Blanks alone are sent: the contract asks for one character. */
export const sourceFault = (source: string): 'empty' | 'broken-text' | 'too-large' | null => {
  if (source === '') return 'empty'
  // Half a character has no UTF-8: the service would get another text than the one on screen.
  if (!source.isWellFormed()) return 'broken-text'
  // No unit of a string takes more than three bytes: most sources need no counting, with every keystroke.
  const fits = source.length * 3 <= LARGEST_SOURCE_BYTES || sourceBytes(source) <= LARGEST_SOURCE_BYTES
  return fits ? null : 'too-large'
}
