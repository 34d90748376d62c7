import { sessionIdModel } from '../../contract/models/session-models.ts'
import { fail, ok, type Problem, type Result } from '../../contract/result.ts'
import { parseIds } from '../../core/ids/parse-ids.ts'
import { readPipe } from './read-input.ts'

const READING = {
  /** More than a million ids. */
  most: 64 * 1_024 * 1_024,
  tooLong: 'The list of ids is too long.',
  interrupted: 'Reading the ids was interrupted.',
  what: 'The list of ids',
  utf16: true,
}

/** What of a list was not understood: how many entries, and the first of them. */
export type InvalidEntries = { count: number; examples: string[] }
/** `named` were typed and may be beginnings; `piped` come from a list and are whole. */
export type NamedIds = { named: string[]; piped: string[]; invalid: InvalidEntries }

/** One sentence on what of a list is no id; null: all of it was read. */
export const invalidEntriesProblem = ({ count, examples }: InvalidEntries): Problem | null => {
  if (count === 0) return null
  const quoted = examples.map((example) => `"${example}"`).join(', ')
  const entries = count === 1 ? '1 entry of the list is not an id' : `${count} entries of the list are not ids`
  return {
    code: 'invalid-input',
    message: `${entries}: ${quoted}${count > examples.length ? ', …' : ''}.`,
    next: 'Use one id per line, JSON, or a table with a session_id column.',
  }
}

/**
 * The ids named; `-` stands for stdin, which may hold lines, CSV or JSON. Each id once, in order. Fails when there is
 * none; what of stdin was not understood is for the caller to say.
 */
export const readIds = async (words: string[], signal: AbortSignal): Promise<Result<NamedIds>> => {
  const named = new Set<string>()
  const piped = new Set<string>()
  const invalid: InvalidEntries = { count: 0, examples: [] }
  for (const word of words) {
    if (word !== '-') {
      if (!sessionIdModel.safeParse(word).success) return fail('invalid-input', 'An id is empty or too long.')
      named.add(word)
      continue
    }
    const text = await readPipe(process.stdin, signal, READING)
    if (!text.ok) return text
    const parsed = await parseIds(text.value)
    for (const id of parsed.ids) piped.add(id)
    invalid.count += parsed.unusable
    invalid.examples.push(...parsed.examples)
  }
  if (named.size + piped.size > 0) return ok({ named: [...named], piped: [...piped], invalid })
  const problem = invalidEntriesProblem(invalid)
  if (problem) return { ok: false, problem: { ...problem, message: `No id was given. ${problem.message}` } }
  return fail('invalid-input', 'No id was given.', { next: 'Pass ids as arguments, or "-" to read them from stdin.' })
}
