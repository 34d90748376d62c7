import { fail, ok, type Result } from '../../../contract/result.ts'
import type { ByteRange } from './model.ts'

const BROKEN = fail('bad-playlist', 'The playlist contains an invalid byte range.')

/**
 * `length[@offset]`. An omitted offset continues the range before it in the same object (P12); without one
 * the text cannot be understood, and guessing would play the wrong bytes.
 */
export const readByteRange = (text: string, previousEnd: number | null): Result<ByteRange> => {
  const match = /^(\d{1,15})\s*(?:@\s*(\d{1,15}))?$/.exec(text)
  if (!match) return BROKEN
  const offset = match[2] === undefined ? previousEnd : Number(match[2])
  return offset === null ? BROKEN : ok({ offset, length: Number(match[1]) })
}
