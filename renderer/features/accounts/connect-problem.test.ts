import { expect, test } from 'vitest'
import { connectProblem } from './connect-problem.ts'

test('key, server and address are told apart', () => {
  const of = (code: 'unauthorized' | 'not-reachable' | 'not-this-service' | 'storage') =>
    connectProblem({ code, message: 'm.', next: 'Sign in again.' }, 'key')
  expect(of('unauthorized').title).toBe('The service refused the key')
  expect(of('unauthorized').problem.next).toBe('Check that the whole key was pasted.')
  expect(of('not-reachable').title).toBe('The server cannot be reached')
  expect(of('not-this-service').title).toContain('not this kind of service')
  expect(of('storage')).toEqual({
    title: undefined,
    problem: { code: 'storage', message: 'm.', next: 'Sign in again.' },
  })
  expect(connectProblem({ code: 'unauthorized', message: 'm.' }, 'password').title).toContain('password')

  const said = connectProblem({ code: 'unauthorized', message: 'The service refused this key.' }, 'key')
  expect([said.title, said.problem.message]).toEqual([undefined, 'The service refused the key.'])
})
