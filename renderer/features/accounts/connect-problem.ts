import type { Problem } from '../../../electron/contract/result.ts'
import type { Method } from './connect-draft.ts'

/** What failed while connecting, told apart: the key, the server, or what stands at the address. */
const titles = (method: Method): Partial<Record<Problem['code'], string>> => {
  const refused = method === 'key' ? 'The service refused the key' : 'The service refused the user name or password'
  return {
    unauthorized: refused,
    forbidden: refused,
    'signed-out': refused,
    'not-reachable': 'The server cannot be reached',
    timeout: 'The server does not answer in time',
    'not-this-service': 'Something answers there, but it is not this kind of service',
    'bad-answer': 'Something answers there, but it is not this kind of service',
    'not-found': 'Something answers there, but it is not this kind of service',
    redirected: 'The server points to another address',
  }
}

/**
 * A problem of the connect form with its title. "Sign in again" makes no sense while signing in, and a message that
 * only says "refused" once more gives way to the title, which says what was refused.
 */
export const connectProblem = (problem: Problem, method: Method): { title: string | undefined; problem: Problem } => {
  const title = titles(method)[problem.code]
  if (problem.code !== 'unauthorized' && problem.code !== 'signed-out') return { title, problem }
  const next =
    method === 'key' ? 'Check that the whole key was pasted.' : 'Check the user name, and type the password again.'
  return /\brefused\b/i.test(problem.message)
    ? { title: undefined, problem: { ...problem, message: `${title}.`, next } }
    : { title, problem: { ...problem, next } }
}
