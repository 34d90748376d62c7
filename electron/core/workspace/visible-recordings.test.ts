import { beforeEach, expect, test } from 'vitest'
import type { Limit } from '../../contract/models/account-models.ts'
import { createTestClock, type TestClock } from '../base/testing/test-clock.ts'
import { createVisibleRecordings } from './visible-recordings.ts'

const ME = 'me'
let clock: TestClock
let limit: Limit
let enabled: boolean
let known: Set<string>
/** Requests under way, by session. */
let requests: Map<string, { signal: AbortSignal; answer: (answered: boolean) => void }>
let visible: ReturnType<typeof createVisibleRecordings>

const told = (remaining: number | null): Limit => ({
  limit: remaining === null ? null : 100,
  remaining,
  resetsAt: null,
  waiting: 0,
  pausedUntil: null,
})
/** Ends the request for a session as the service does, and lets what follows begin. */
const answer = async (sessionId: string, answered = true): Promise<void> => {
  const request = requests.get(sessionId)
  if (!request) throw new Error(`no request for ${sessionId}`)
  requests.delete(sessionId)
  request.answer(answered)
  await new Promise((done) => setImmediate(done))
}

beforeEach(() => {
  clock = createTestClock()
  limit = told(90)
  enabled = true
  known = new Set()
  requests = new Map()
  visible = createVisibleRecordings({
    clock,
    enabled: () => enabled,
    limit: () => limit,
    isUnknown: (_accountId, sessionId) => !known.has(sessionId),
    check: (_accountId, sessionId, signal) =>
      new Promise((done) => {
        requests.set(sessionId, { signal, answer: done })
        signal.addEventListener('abort', () => {
          requests.delete(sessionId)
          done(false)
        })
      }),
  })
})
const asking = (): string[] => [...requests.keys()]
const settled = () => new Promise((done) => setImmediate(done))

test('asks for one row at a time, in their order, and for none twice', async () => {
  known.add('b')
  visible.show(ME, ['a', 'b', 'c'])
  expect(asking()).toEqual(['a'])
  await answer('a')
  expect(asking()).toEqual(['c'])
  await answer('c')
  visible.show(ME, ['c', 'a'])
  expect(asking()).toEqual([]) // nothing was learned of them, and nothing will be
})

test('aborts the request for a row that leaves the screen, which is asked for when it comes back', async () => {
  visible.show(ME, ['a'])
  const signal = requests.get('a')?.signal
  visible.show(ME, ['b'])
  await settled()
  expect([signal?.aborted, asking()]).toEqual([true, ['b']])
  visible.show(ME, [])
  await settled()
  expect(asking()).toEqual([])
  visible.show('other', ['a'])
  expect(asking()).toEqual(['a'])
})

test('waits while half of the limit or less is left, and while the service pauses', async () => {
  limit = told(50)
  visible.show(ME, ['a'])
  expect(asking()).toEqual([])
  limit = { ...told(90), pausedUntil: 5 }
  clock.advance(15_000)
  expect(asking()).toEqual([])
  limit = told(51)
  clock.advance(15_000)
  expect(asking()).toEqual(['a'])
})

test('asks once a second where the service tells no limit, and later after no answer', async () => {
  limit = told(null)
  visible.show(ME, ['a', 'b'])
  await answer('a')
  expect(asking()).toEqual([])
  clock.advance(1_000)
  expect(asking()).toEqual(['b'])
  await answer('b', false)
  clock.advance(14_000)
  expect(asking()).toEqual([])
  clock.advance(1_000)
  expect(asking()).toEqual(['b'])
})

test('does nothing while the setting is off, and ends what runs when it is turned off', async () => {
  enabled = false
  visible.show(ME, ['a'])
  expect(asking()).toEqual([])
  enabled = true
  visible.onSettings()
  expect(asking()).toEqual(['a'])
  enabled = false
  visible.onSettings()
  await settled()
  expect(asking()).toEqual([])
})
