import { expect, it } from 'vitest'
import type { SyncState } from '../../../../electron/contract/models/session-models.ts'
import type { Problem } from '../../../../electron/contract/result.ts'
import { stripFor } from './strip-text.ts'

const now = 1_000_000_000
const failed = (problem: Problem, finishedAt: number | null = now - 600_000): SyncState => ({
  accountId: 'a',
  state: 'failed',
  pages: 0,
  seen: 0,
  added: 0,
  problem,
  finishedAt,
})
const offline: Problem = {
  code: 'not-reachable',
  message: 'The service cannot be reached.',
  next: 'Check the network.',
}

it('says offline what one sees and how old it is', () => {
  const shown = stripFor({ signedIn: true }, null, failed(offline), now)
  expect(shown?.problem.next).toMatch(/loaded before, last complete 10 min ago\./)
  expect(shown?.retry).toBe('sync')
  expect(stripFor({ signedIn: true }, null, failed(offline, null), now)?.problem.next).not.toMatch(/last complete/)
})

it('tells the most pressing thing only: the rows, then the sign-in, then the refresh', () => {
  const disk: Problem = { code: 'storage', message: 'The library could not be read.' }
  expect(stripFor({ signedIn: false }, disk, failed(offline), now)?.problem).toBe(disk)
  expect(stripFor({ signedIn: false }, null, failed(offline), now)?.problem.code).toBe('signed-out')
  expect(stripFor({ signedIn: true }, null, null, now)).toBeNull()
})

it('leaves the words of other failures as they are', () => {
  const refused: Problem = {
    code: 'server-error',
    message: 'The service reported an internal error (500).',
    next: 'Retry later.',
  }
  expect(stripFor({ signedIn: true }, null, failed(refused), now)?.problem).toBe(refused)
})

it('L20: says above the rows what a list that was read still owes', () => {
  const owes: Problem = { code: 'bad-answer', message: 'The service counts 23 sessions but listed 5.' }
  expect(stripFor({ signedIn: true }, null, { ...failed(owes), state: 'done' }, now)).toEqual({
    problem: owes,
    retry: 'sync',
  })
})
