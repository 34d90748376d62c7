import { expect, test } from 'vitest'
import { connectProblem, refusalErrors } from './connect-problem.ts'

test('key, server and address are told apart', () => {
  const of = (code: 'unauthorized' | 'not-reachable' | 'not-this-service' | 'storage') =>
    connectProblem({ code, message: 'm.', next: 'Sign in again.' }, 'key')
  expect(of('unauthorized').title).toBe('The service rejected the key')
  expect(of('unauthorized').problem.next).toBe('Check that you pasted the complete key.')
  expect(of('not-reachable').title).toBe('The server cannot be reached')
  expect(of('not-this-service').title).toContain('a different kind of server')
  expect(of('storage')).toEqual({
    title: undefined,
    problem: { code: 'storage', message: 'm.', next: 'Sign in again.' },
  })
  expect(connectProblem({ code: 'unauthorized', message: 'm.' }, 'password').title).toContain('password')
})

test('a refused key or password is told at its field, whatever the words of the answer', () => {
  const refused = { code: 'unauthorized', message: 'Nein (401).', next: 'Sign in again.', status: 401 } as const
  expect(refusalErrors(refused, 'key')).toEqual({
    key: 'The service rejected the key. Check that you pasted the complete key.',
  })
  expect(refusalErrors(refused, 'password')).toEqual({
    password: 'The service rejected the user name or password. Check the user name and the password.',
  })
  expect(
    refusalErrors({ code: 'forbidden', message: 'm.', next: 'Check the permissions of your key.' }, 'key')?.key,
  ).toMatch(/rejected the key\. Check the permissions of your key\.$/)
  expect(refusalErrors({ code: 'not-reachable', message: 'The key was refused.' }, 'key')).toBeNull()
})
