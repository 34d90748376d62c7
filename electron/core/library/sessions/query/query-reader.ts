import { parseQuery, printQuery, type QueryPart } from '../../../../contract/query/query-parse.ts'
import { fail, ok, type Result } from '../../../../contract/result.ts'
import type { Matching } from '../session-index.ts'
import type { createSessionSearch } from '../session-search.ts'
import { type SessionFilter, sessionFilter } from './session-filter.ts'

/** A filter with dates is made again after so long: links expire and "today" ends while the list is open. */
const MOVES_MS = 10_000

/** Parts of a query; problem `invalid-input` with the sentence of the first token that cannot be read. */
export const readQuery = (text: string): Result<QueryPart[]> => {
  const { parts, problems } = parseQuery(text)
  const [problem] = problems
  if (!problem) return ok(parts)
  return fail('invalid-input', `Filter at character ${problem.from + 1}: ${problem.message}`)
}

/** The query without the condition that there is a recording; a text that cannot be read stays as it is. */
export const withoutRecording = (text: string): string => {
  const { parts, problems } = parseQuery(text)
  if (problems.length > 0) return text
  const isIt = (part: QueryPart): boolean =>
    part.type === 'term' && part.key === 'has' && !part.negated && part.values.join() === 'recording'
  return printQuery(parts.filter((part) => !isIt(part)))
}

/** Reads the text of a list query for one index. The same text gives the same test until its dates move on. */
export const createQueryReader = (search: ReturnType<typeof createSessionSearch>) => {
  let last: { text: string; at: number; filter: SessionFilter } | null = null
  return (text: string, now: number): Result<Matching> => {
    if (last?.text !== text || (last.filter.moves && Math.abs(now - last.at) > MOVES_MS)) {
      const parts = readQuery(text)
      if (!parts.ok) return parts
      last = { text, at: now, filter: sessionFilter(parts.value, now) }
    }
    const { test, words } = last.filter
    return ok({ match: search.match(words), test })
  }
}
