import type { Problem } from '../../../electron/contract/result.ts'
import type { FieldErrors, Method } from './connect-draft.ts'

/** What failed while connecting: the key, the server, or what is at the address. */
const titles = (method: Method): Partial<Record<Problem['code'], string>> => {
  const refused = method === 'key' ? 'The service rejected the key' : 'The service rejected the user name or password'
  return {
    unauthorized: refused,
    forbidden: refused,
    'signed-out': refused,
    'not-reachable': 'The server cannot be reached',
    timeout: 'The server did not respond in time',
    'not-this-service': 'This address belongs to a different kind of server',
    'bad-answer': 'This address belongs to a different kind of server',
    'not-found': 'This address belongs to a different kind of server',
    redirected: 'The server redirects to another address',
  }
}

const REFUSALS: ReadonlySet<Problem['code']> = new Set(['unauthorized', 'forbidden', 'signed-out'])

/** True for an answer that is about the key or the password, and so belongs to its field. */
export const isRefusal = ({ code }: Problem): boolean => REFUSALS.has(code)

/** "Sign in again" makes no sense while signing in. */
const nextOf = (problem: Problem, method: Method): string | undefined => {
  if (problem.code === 'forbidden') return problem.next
  return method === 'key' ? 'Check that you pasted the complete key.' : 'Check the user name and the password.'
}

/** The error at the field of a refused key or password; null for every other problem. */
export const refusalErrors = (problem: Problem, method: Method): FieldErrors | null => {
  if (!isRefusal(problem)) return null
  const text = `${titles(method)[problem.code]}. ${nextOf(problem, method) ?? ''}`.trim()
  return method === 'key' ? { key: text } : { password: text }
}

/** A problem of the connect form with its title. */
export const connectProblem = (problem: Problem, method: Method): { title: string | undefined; problem: Problem } => {
  const next = isRefusal(problem) ? nextOf(problem, method) : problem.next
  return { title: titles(method)[problem.code], problem: next === undefined ? problem : { ...problem, next } }
}
