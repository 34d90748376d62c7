import { expect, it } from 'vitest'
import type { Health } from '../../contract/models/account-models.ts'
import { fail, ok, type Result } from '../../contract/result.ts'
import { createTestClock, until } from '../base/testing/test-clock.ts'
import { startServer, testService } from '../service/testing/test-server.ts'
import { createHealthWatch } from './health-checks.ts'

type Said = Result<{ status: string | null; version: string | null; description: string | null; latencyMs: number }>
const UP: Said = ok({ status: 'ok', version: '1.9.8', description: null, latencyMs: 12 })
const DOWN = fail('not-reachable', "Couldn't reach host: the connection was refused.")

const settle = () => new Promise((resolve) => setImmediate(resolve))

const setup = (lastUpAt: number | null = null) => {
  const clock = createTestClock()
  const told: Health[] = []
  const said: { next: Said; asked: number } = { next: UP, asked: 0 }
  const health = async (): Promise<Said> => {
    said.asked += 1
    return said.next
  }
  const watch = createHealthWatch({ service: { health }, clock, lastUpAt, onChange: (value) => void told.push(value) })
  const pass = async (ms: number) => {
    clock.advance(ms)
    await settle()
  }
  return { clock, told, said, watch, pass }
}

it('goes down and comes up again, reports both, and knows when it was last up and when the next check is', async () => {
  const { clock, told, said, watch, pass } = setup()
  await watch.check('polling')
  const upAt = clock.now()
  expect(told.at(-1)).toEqual({
    state: 'up',
    version: '1.9.8',
    latencyMs: 12,
    checkedAt: upAt,
    lastUpAt: upAt,
    nextCheckAt: upAt + 60_000,
    problem: null,
  })
  said.next = DOWN
  await pass(60_000)
  expect(told.at(-1)).toEqual({
    state: 'down',
    version: '1.9.8',
    latencyMs: null,
    checkedAt: upAt + 60_000,
    lastUpAt: upAt,
    nextCheckAt: upAt + 70_000,
    problem: DOWN.problem,
  })
  for (let tries = 1; tries <= 6; tries += 1) await pass(10_000)
  expect([told.length, told.at(-1)?.state, told.at(-1)?.lastUpAt]).toEqual([8, 'down', upAt])
  said.next = UP
  await pass(9_999)
  expect(told.length).toBe(8)
  await pass(1)
  expect(told.at(-1)).toMatchObject({
    state: 'up',
    lastUpAt: clock.now(),
    nextCheckAt: clock.now() + 60_000,
    problem: null,
  })
  watch.dispose()
  expect(clock.pending()).toEqual([])
})

it.each([
  ['unauthorized', 'up'],
  ['rate-limited', 'up'],
  ['not-this-service', 'up'],
  ['timeout', 'down'],
  ['overloaded', 'down'],
  ['server-error', 'down'],
] as const)('%s means %s: a server that refuses has answered', async (code, state) => {
  const { said, watch } = setup()
  said.next = fail(code, 'x')
  expect((await watch.check('person')).state).toBe(state)
  watch.dispose()
})

it('asks once for any number who want to know, and says nothing after its end', async () => {
  const { told, said, watch, clock } = setup(5)
  expect(watch.current()).toMatchObject({ state: 'unknown', lastUpAt: 5 })
  await Promise.all([watch.check('person'), watch.check('polling'), watch.check('person')])
  expect([said.asked, told.length]).toEqual([1, 1])
  const late = watch.check('person')
  watch.dispose()
  await late
  expect(told.length).toBe(1)
  expect(clock.pending()).toEqual([])
})

it('a real server that goes and comes back', async () => {
  let server = await startServer(() => ({ body: { status: 'ok', version: '2' } }))
  const port = Number(new URL(server.url).port)
  const { service, clock } = testService(server.url)
  const told: Health[] = []
  const watch = createHealthWatch({ service, clock, lastUpAt: null, onChange: (value) => void told.push(value) })
  expect((await watch.check('person')).state).toBe('up')
  await server.close()
  void watch.check('person')
  await until(() => clock.pending().includes(375), 'the pause before the second try')
  clock.advance(375)
  await until(() => told.length === 2, 'the second try')
  expect(told.at(-1)).toMatchObject({ state: 'down', problem: { code: 'not-reachable' } })
  server = await startServer(() => ({ body: { status: 'ok', version: '3' } }), port)
  clock.advance(10_000)
  await until(() => told.length === 3, 'the return')
  expect(told.at(-1)).toMatchObject({ state: 'up', version: '3' })
  watch.dispose()
  service.dispose()
  await server.close()
})
