import { expect, test } from 'vitest'
import { fail, ok, type Result } from '../../../contract/result.ts'
import { createTestClock } from '../../base/testing/test-clock.ts'
import type { ReplayRecord } from '../../service/answers/wire.ts'
import { createServerClock } from '../../service/server-clock.ts'
import { createLinks } from './links.ts'
import { createThrottle } from './speed-limit.ts'

const MINUTE = 60_000
const never = new AbortController().signal
const quiet = { info: () => {}, warn: () => {}, error: () => {} }

const harness = (lifeMs = 15 * MINUTE) => {
  const clock = createTestClock()
  const serverClock = createServerClock(clock)
  let calls = 0
  let answer = async (): Promise<Result<ReplayRecord>> =>
    ok({
      mp4Url: `https://s.example/x.mp4?n=${calls}`,
      playlist: null,
      expiresAt: serverClock.now() + lifeMs,
      startMs: null,
      durationMs: null,
    } as ReplayRecord)
  const priorities: unknown[] = []
  const links = createLinks({
    service: () => ({
      serverClock,
      replay: (_id, options) => {
        calls++
        priorities.push(options?.priority)
        return answer()
      },
    }),
    sessionId: 's',
    clock,
    log: quiet,
    leadMs: () => 2 * MINUTE,
  })
  return { clock, links, priorities, calls: () => calls, answerWith: (next: typeof answer) => (answer = next) }
}
const value = async <T>(result: Promise<Result<T>>): Promise<T> => {
  const got = await result
  if (!got.ok) throw new Error(got.problem.message)
  return got.value
}

test('one fetch for all who ask, with the priority of background work', async () => {
  const { links, calls, priorities } = harness()
  const [a, b] = await Promise.all([value(links.record(never)), value(links.record(never))])
  expect(a).toBe(b)
  expect(await value(links.record(never))).toBe(a)
  expect(calls()).toBe(1)
  expect(priorities).toEqual(['bulk'])
})

test('P24: four connections refused with one record lead to one refetch', async () => {
  const { links, calls } = harness()
  const stale = await value(links.record(never))
  const fresh = await Promise.all([1, 2, 3, 4].map(() => value(links.renew(stale, never))))
  expect(new Set(fresh).size).toBe(1)
  expect(await value(links.renew(stale, never))).toBe(fresh[0])
  expect(calls()).toBe(2)
})

test('X08: three hours of sleep: the next ask fetches, nothing before', async () => {
  const { clock, links, calls } = harness()
  await links.record(never)
  expect(clock.pending()).toEqual([])
  clock.jump(180 * MINUTE)
  expect(calls()).toBe(1)
  await links.record(never)
  expect(calls()).toBe(2)
})

test('T07: a clock that jumps two hours either way costs one request at most', async () => {
  const { clock, links, calls } = harness()
  await links.record(never)
  clock.jump(-120 * MINUTE)
  await links.record(never)
  expect(calls()).toBe(1)
  clock.jump(240 * MINUTE)
  await links.record(never)
  await links.record(never)
  expect(calls()).toBe(2)
})

test('T05: links that arrive expired are fetched once more, then used as they are', async () => {
  const { links, calls } = harness(-10_000)
  for (let n = 0; n < 5; n++) await value(links.record(never))
  expect(calls()).toBe(2)
})

test('T07: a renewal ahead of time that fails leaves the old links, and is not tried at every ask', async () => {
  const { clock, links, calls, answerWith } = harness()
  const old = await value(links.record(never))
  answerWith(async () => fail('overloaded', 'The service is overloaded.'))
  clock.advance(14 * MINUTE)
  for (let n = 0; n < 4; n++) expect(await value(links.record(never))).toBe(old)
  expect(calls()).toBe(2)
})

test('a refusal that cannot be renewed tells why, once for all', async () => {
  const { links, calls, answerWith } = harness()
  const stale = await value(links.record(never))
  answerWith(async () => fail('unauthorized', 'The service refuses the token.'))
  const results = await Promise.all([1, 2, 3].map(() => links.renew(stale, never)))
  expect(results.every((result) => !result.ok && result.problem.code === 'unauthorized')).toBe(true)
  expect(await links.renew(stale, never)).toEqual(results[0])
  expect(calls()).toBe(2)
})

test('one who leaves does not end the fetch of the others', async () => {
  const { links } = harness()
  const leaving = new AbortController()
  const [a, b] = [links.record(leaving.signal), links.record(never)]
  leaving.abort()
  expect(await a).toMatchObject({ ok: false, problem: { code: 'cancelled' } })
  expect((await b).ok).toBe(true)
})

test('the speed limit holds over all transfers, follows its setting and ends with an abort', async () => {
  const clock = createTestClock()
  let rate = 1_000
  const throttle = createThrottle({ clock, bytesPerSecond: () => rate })
  let passed = 0
  for (let n = 0; n < 4; n++) void throttle.take(1_000, never).then((yes) => yes && passed++)
  const step = async (ms: number) => {
    for (let at = 0; at < ms; at += 50) {
      clock.advance(50)
      for (let n = 0; n < 20; n++) await Promise.resolve()
    }
  }
  await step(2_050)
  expect(passed).toBe(2)
  rate = 0
  await step(300)
  expect(passed).toBe(4)
  rate = 1
  const ended = new AbortController()
  const last = throttle.take(1_000, ended.signal)
  ended.abort()
  expect(await last).toBe(false)
})
