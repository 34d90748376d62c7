import { fail, ok, type Result } from '../contract/result.ts'
import { sessionIdModel } from '../contract/session-models.ts'
import { parseIds } from '../core/library/parse-ids.ts'

/** Text of a list of ids: more than a million of them. */
const LONGEST = 64 * 1_024 * 1_024

/** The ids named; `-` stands for stdin, which may hold lines, CSV or JSON. Each id once, in order. */
export const readIds = async (named: string[], signal: AbortSignal): Promise<Result<string[]>> => {
  const ids = new Set<string>()
  for (const word of named) {
    if (word !== '-') {
      if (!sessionIdModel.safeParse(word).success) return fail('invalid-input', 'An id is empty or too long.')
      ids.add(word)
      continue
    }
    let text = ''
    const stop = (): void => void process.stdin.destroy()
    signal.addEventListener('abort', stop, { once: true })
    try {
      for await (const chunk of process.stdin.setEncoding('utf8')) {
        text += String(chunk)
        if (text.length > LONGEST) return fail('invalid-input', 'The list of ids is too long.')
      }
    } catch {
      return fail('cancelled', 'Reading the ids was interrupted.')
    }
    signal.removeEventListener('abort', stop)
    if (signal.aborted) return fail('cancelled', 'Reading the ids was interrupted.')
    for (const id of (await parseIds(text)).ids) ids.add(id)
  }
  if (ids.size === 0)
    return fail('invalid-input', 'No id was given.', { next: 'Name ids, or hand them over with "-".' })
  return ok([...ids])
}
