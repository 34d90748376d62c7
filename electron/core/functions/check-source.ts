import { LARGEST_SOURCE_BYTES } from '../../contract/constants/function-constants.ts'
import { type Fail, fail } from '../../contract/result.ts'
import { sourceBytes, sourceFault } from '../../contract/text/function-source.ts'
import { REDACTED } from '../service/redaction/redact.ts'

/** Why this source cannot be sent, as a problem. */
export const checkSource = (source: string): Fail | null => {
  const size = sourceBytes(source)
  switch (sourceFault(source)) {
    case 'empty':
      return fail('invalid-input', 'The source is empty.', { next: 'Write at least one character.' })
    case 'broken-text':
      return fail('invalid-input', 'The source holds half a character, which cannot be sent as it is.', {
        next: 'Find the sign that shows as a box and write it anew.',
      })
    case 'too-large':
      return fail('invalid-input', `The source has ${size} bytes; at most ${LARGEST_SOURCE_BYTES} are sent.`, {
        next: 'Make it shorter.',
      })
    case null:
      // What the service repeated of the key was taken out when the source was read.
      if (!source.includes(REDACTED)) return null
      return fail('invalid-input', `The source holds ${REDACTED}, which stands for your key and would replace it.`, {
        next: 'Write what belongs there, then send it.',
      })
  }
}
