import { expect, test } from 'vitest'
import { connectProblem, refusalErrors } from './connect-problem.ts'

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
})

test('a refused key or password is told at its field, whatever the words of the answer', () => {
  const refused = { code: 'unauthorized', message: 'Nein (401).', next: 'Sign in again.', status: 401 } as const
  expect(refusalErrors(refused, 'key')).toEqual({
    key: 'The service refused the key. Check that the whole key was pasted.',
  })
  expect(refusalErrors(refused, 'password')).toEqual({
    password: 'The service refused the user name or password. Check the user name and the password.',
  })
  expect(
    refusalErrors({ code: 'forbidden', message: 'm.', next: 'Check the permissions of your key.' }, 'key')?.key,
  ).toMatch(/refused the key\. Check what your key may do\.$/)
  expect(refusalErrors({ code: 'not-reachable', message: 'The key was refused.' }, 'key')).toBeNull()
})
