import { fail, ok, type Result } from '../contract/result.ts'
import { sessionIdModel } from '../contract/session-models.ts'
import { parseIds } from '../core/library/parse-ids.ts'
import { readPipe } from './read-text.ts'

const WORDS = {
  /** More than a million ids. */
  most: 64 * 1_024 * 1_024,
  tooLong: 'The list of ids is too long.',
  interrupted: 'Reading the ids was interrupted.',
}

/** The ids named; `-` stands for stdin, which may hold lines, CSV or JSON. Each id once, in order. */
export const readIds = async (named: string[], signal: AbortSignal): Promise<Result<string[]>> => {
  const ids = new Set<string>()
  for (const word of named) {
    if (word !== '-') {
      if (!sessionIdModel.safeParse(word).success) return fail('invalid-input', 'An id is empty or too long.')
      ids.add(word)
      continue
    }
    const text = await readPipe(process.stdin, signal, WORDS)
    if (!text.ok) return text
    for (const id of (await parseIds(text.value)).ids) ids.add(id)
  }
  if (ids.size === 0)
    return fail('invalid-input', 'No id was given.', { next: 'Name ids, or hand them over with "-".' })
  return ok([...ids])
}
