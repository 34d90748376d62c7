import { fail, ok, type Result } from '../../contract/result.ts'
import type { Connection } from '../connect.ts'
import type { Context } from '../context.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** So many pages of 100 rows are looked through for a beginning; older sessions need their whole id. */
const MOST_PAGES = 20
const MOST_NAMED = 5

/** True for an id that no longer one can begin with. */
export const isWholeId = (word: string): boolean => UUID.test(word)

/** The one id that begins so, the word itself where none does; `invalid-input` naming the candidates where several do. */
export const pickId = (word: string, candidates: readonly string[]): Result<string> => {
  const [only = word] = candidates
  if (candidates.length < 2 || candidates.includes(word)) return ok(candidates.includes(word) ? word : only)
  const named = candidates.slice(0, MOST_NAMED).join(', ')
  const more = candidates.length > MOST_NAMED ? ', …' : ''
  return fail('invalid-input', `"${word}" matches several ids: ${named}${more}.`, {
    next: 'Enter more of the id.',
  })
}

const beginningsInList = async ({ service }: Connection, word: string, signal: AbortSignal): Promise<string[]> => {
  const found = new Set<string>()
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const read = await service.sessions(page, { signal })
    if (!read.ok) break
    for (const { sessionId } of read.value.items) if (sessionId.startsWith(word)) found.add(sessionId)
    if (read.value.hasNext !== true || read.value.items.length === 0) break
  }
  return [...found]
}

/**
 * The id a person means by a word: itself where the library or the service knows it, else the one id of the library, or
 * of the service's newest sessions, that begins with it. A whole UUID costs no request.
 */
export const resolveId = async (
  { out, stop }: Context,
  connection: Connection,
  word: string,
): Promise<Result<string>> => {
  if (isWholeId(word)) return ok(word)
  const { account, service } = connection
  const kept = account?.library.sessions.withPrefix(account.id, word) ?? []
  if (kept.includes(word)) return ok(word)
  const asked = await service.session(word, { signal: stop.signal })
  const unknown = !asked.ok && (asked.problem.code === 'not-found' || asked.problem.code === 'not-supported')
  if (!unknown) return ok(word)
  const picked = pickId(word, kept.length > 0 ? kept : await beginningsInList(connection, word, stop.signal))
  if (picked.ok && picked.value !== word) out.note(`"${word}" is ${picked.value}.`)
  return picked
}
