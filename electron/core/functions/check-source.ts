import { LARGEST_SOURCE_BYTES } from '../../contract/constants/function-constants.ts'
import { type Fail, fail } from '../../contract/result.ts'
import { sourceBytes, sourceFault } from '../../contract/text/function-source.ts'
import { REDACTED } from '../service/redaction/redact.ts'

/**
 * Why a source of the service is not shown; null: it is. It could not be sent back, and each one that is replaced stays in
 * the history.
 */
export const readableSource = (source: string): Fail | null => {
  const size = source.length > LARGEST_SOURCE_BYTES ? source.length : sourceBytes(source)
  if (size <= LARGEST_SOURCE_BYTES) return null
  const shown = size.toLocaleString('en')
  const most = LARGEST_SOURCE_BYTES.toLocaleString('en')
  return fail('bad-answer', `The service has a source of ${shown} bytes; the maximum is ${most}.`, {
    next: 'It is not shown here. "replay-desk function get" prints it.',
  })
}

/** Why this source cannot be sent, as a problem. */
export const checkSource = (source: string): Fail | null => {
  const size = sourceBytes(source)
  switch (sourceFault(source)) {
    case 'empty':
      return fail('invalid-input', 'The source is empty.', { next: 'Enter at least one character.' })
    case 'broken-text':
      return fail('invalid-input', 'The source contains an incomplete character, which cannot be sent.', {
        next: 'Find the character shown as a box and replace it.',
      })
    case 'too-large':
      return fail('invalid-input', `The source has ${size} bytes; the maximum is ${LARGEST_SOURCE_BYTES}.`, {
        next: 'Make it shorter.',
      })
    case null:
      // What the service repeated of the key was taken out when the source was read.
      if (!source.includes(REDACTED)) return null
      return fail('invalid-input', `The source contains ${REDACTED}, the placeholder for your key.`, {
        next: 'Replace it with the real text, then send.',
      })
  }
}
