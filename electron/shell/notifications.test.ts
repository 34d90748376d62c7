import { expect, test, vi } from 'vitest'
import type { Lease, Replay } from '../contract/models/replay-models.ts'
import { createExpiryNotices, deservesNotice } from './notifications.ts'

// Which lease deserves a notification is decided without Electron.
vi.mock('electron', () => ({}))

const PROBLEM = { code: 'not-reachable', message: 'No connection.' } as const
const replay = (state: Lease['state'], problem: Lease['problem'] = PROBLEM, sessionId = 's'): Replay => ({
  accountId: 'a',
  sessionId,
  phase: { kind: 'loading' },
  lease: { sessionId, state, expiresAt: 1, expirySource: 'record', renewsAt: null, renewals: 0, problem },
})

test.each([
  ['expiring and not renewable', replay('expiring'), true],
  ['expired', replay('expired'), true],
  ['expiring, the renewal has not failed', replay('expiring', null), false],
  ['being renewed', replay('renewing'), false],
  ['fresh', replay('fresh'), false],
  ['without links', { ...replay('expired'), lease: null }, false],
])('%s', (_name, value, deserves) => {
  expect([deservesNotice(value, true), deservesNotice(value, false)]).toEqual([deserves, false])
})

const watch = (enabled = true) => {
  const shown: string[] = []
  const told = createExpiryNotices({
    hidden: () => true,
    enabled: () => enabled,
    show: (title, body) => void shown.push(`${title}: ${body}`),
  })
  return { shown, told }
}

test('one notification per lease and state; fresh links start over', () => {
  const { shown, told } = watch()
  for (const state of ['expiring', 'expiring', 'renewing', 'expiring', 'expired', 'expired'] as const)
    told(replay(state))
  expect(shown).toEqual([
    'The links of a recording expire soon: No connection.',
    'The links of a recording expired: No connection.',
  ])
  told(replay('expiring', PROBLEM, 'other'))
  told(replay('fresh', null))
  told(replay('expired')) // as told last before
  expect(shown).toHaveLength(4)
})

test('the setting turns it off', () => {
  const { shown, told } = watch(false)
  told(replay('expired'))
  expect(shown).toEqual([])
})
