import { describe, expect, it } from 'vitest'
import type { Limit } from '../../../contract/models/account-models.ts'
import { createTestClock } from '../../base/testing/test-clock.ts'
import { createServerClock } from '../server-clock.ts'
import { AT_ONCE, createRateGate, type Permit, type Priority } from './rate-gate.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))

const setup = () => {
  const clock = createTestClock()
  const gate = createRateGate({ clock, serverClock: createServerClock(clock), random: () => 0.5 })
  const went: string[] = []
  const permits = new Map<string, Permit>()
  const enter = (name: string, priority: Priority, signal?: AbortSignal) => {
    void gate.enter(priority, signal).then((permit) => {
      went.push(permit ? name : `${name}:stopped`)
      if (permit) permits.set(name, permit)
    })
  }
  const leave = async (name: string, status: number | null, headers: Record<string, string> = {}) => {
    permits.get(name)?.leave(status === null ? null : { status, headers: new Headers(headers) })
    await settle()
  }
  return { clock, gate, went, enter, leave }
}
const rate = (limit: number, remaining: number, resetS: number) => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(resetS),
})

describe('rate gate', () => {
  it('R04: without any header paces by what is in flight, and leaves room for the person', async () => {
    const { gate, went, enter } = setup()
    for (let i = 0; i < 10; i += 1) enter(`b${i}`, 'bulk')
    for (let i = 0; i < 10; i += 1) enter(`w${i}`, 'polling')
    for (let i = 0; i < 10; i += 1) enter(`p${i}`, 'person')
    await settle()
    expect(went).toEqual(['b0', 'b1', 'w0', 'w1', 'p0', 'p1'])
    expect(went).toHaveLength(AT_ONCE.all)
    expect(gate.limit()).toEqual({ limit: null, remaining: null, resetsAt: null, waiting: 24, pausedUntil: null })
  })

  it('lets the person before polling and polling before bulk, each in order', async () => {
    const { clock, went, enter, leave } = setup()
    enter('first', 'person')
    await settle()
    await leave('first', 429, { 'Retry-After': '5' })
    enter('b1', 'bulk')
    enter('w1', 'polling')
    enter('p1', 'person')
    enter('w2', 'polling')
    enter('p2', 'person')
    await settle()
    expect(went).toEqual(['first'])
    clock.advance(5_000)
    await settle()
    expect(went).toEqual(['first', 'p1'])
    await leave('p1', 200)
    expect(went).toEqual(['first', 'p1', 'p2', 'w1', 'w2', 'b1'])
  })

  it('keeps 20 % for the person until the window resets', async () => {
    const { clock, gate, went, enter, leave } = setup()
    enter('a', 'person')
    await settle()
    await leave('a', 200, rate(100, 21, 30))
    enter('b1', 'bulk')
    enter('b2', 'bulk')
    enter('p1', 'person')
    await settle()
    expect(went).toEqual(['a', 'b1', 'p1']) // 21 left: one above the reserve
    await leave('b1', 200, rate(100, 20, 30))
    await leave('p1', 200, rate(100, 19, 30))
    enter('w1', 'polling')
    enter('p2', 'person')
    await settle()
    expect(went).toEqual(['a', 'b1', 'p1', 'p2'])
    expect(gate.limit()).toMatchObject({ limit: 100, remaining: 19, waiting: 2, resetsAt: clock.now() + 30_000 })
    clock.advance(30_000)
    await settle()
    expect(went.slice(4).toSorted()).toEqual(['b2', 'w1'])
    expect(gate.limit()).toMatchObject({ remaining: 100, resetsAt: null })
  })

  it('R01: nothing left and a reset in the far future holds for five minutes at most', async () => {
    const { clock, went, enter, leave } = setup()
    enter('a', 'person')
    await settle()
    await leave('a', 200, { ...rate(100, 0, 0), 'X-RateLimit-Reset': '1795780000000000' })
    enter('p', 'person')
    clock.advance(299_000)
    await settle()
    expect(went).toEqual(['a'])
    clock.advance(1_000)
    await settle()
    expect(went).toEqual(['a', 'p'])
  })

  it('R01: a reset an hour away is shown as it is, and looked at again after five minutes', async () => {
    const { clock, gate, went, enter, leave } = setup()
    enter('a', 'person')
    await settle()
    await leave('a', 200, rate(100, 10, 3_600))
    const resetsAt = clock.now() + 3_600_000
    enter('b', 'bulk')
    await settle()
    expect(gate.limit()).toMatchObject({ remaining: 10, resetsAt, waiting: 1 })
    clock.advance(300_000)
    await settle()
    expect(went).toEqual(['a', 'b'])
    expect(gate.limit()).toMatchObject({ remaining: null, resetsAt })
  })

  it('R04: nothing left without a reset holds back the background alone', async () => {
    const { clock, went, enter, leave } = setup()
    enter('a', 'person')
    await settle()
    await leave('a', 200, { 'X-RateLimit-Limit': '100', 'X-RateLimit-Remaining': '0' })
    enter('b', 'bulk')
    enter('p', 'person')
    await settle()
    expect(went).toEqual(['a', 'p'])
    clock.advance(60_000)
    await settle()
    expect(went).toEqual(['a', 'p', 'b'])
  })

  it('R02: waits out a reset given as seconds from now', async () => {
    const { clock, gate, went, enter, leave } = setup()
    enter('a', 'person')
    await settle()
    await leave('a', 429, rate(100, 0, 30))
    expect(gate.limit().pausedUntil).toBe(clock.now() + 30_000)
    enter('p', 'person')
    clock.advance(29_900)
    await settle()
    expect(went).toEqual(['a'])
    clock.advance(100)
    await settle()
    expect(went).toEqual(['a', 'p'])
  })

  it('R04: keeps the last good state when an answer carries nonsense', async () => {
    const { gate, enter, leave } = setup()
    enter('a', 'person')
    enter('b', 'person')
    enter('c', 'person')
    await settle()
    await leave('a', 200, rate(60, 40, 30))
    await leave('b', 200, { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '99' })
    await leave('c', 200, { 'X-RateLimit-Limit': '', 'X-RateLimit-Remaining': 'abc' })
    expect(gate.limit()).toMatchObject({ limit: 60, remaining: 40 })
  })

  it('R07: a burst of 429 is one pause, and one probe at a time follows, with growing distance', async () => {
    const { clock, gate, went, enter, leave } = setup()
    for (let i = 0; i < 12; i += 1) enter(`p${i}`, 'person')
    await settle()
    expect(went).toHaveLength(6)
    for (let i = 0; i < 6; i += 1) await leave(`p${i}`, 429)
    expect(gate.limit().pausedUntil).toBe(clock.now() + 1_000) // six times 429 do not count as six strikes
    for (const [probe, wait] of [
      ['p6', 1_000],
      ['p7', 2_000],
      ['p8', 4_000],
    ] as const) {
      clock.advance(wait - 1)
      await settle()
      expect(went).not.toContain(probe)
      clock.advance(1)
      await settle()
      expect(went.at(-1)).toBe(probe)
      clock.advance(100)
      await leave(probe, 429)
    }
    clock.advance(8_000)
    await settle()
    expect(went).toHaveLength(10)
    await leave('p9', 200)
    expect(went).toHaveLength(12)
    expect(gate.limit()).toMatchObject({ waiting: 0, pausedUntil: null })
  })

  it('R07: a probe without an answer hands over to the next; a late good answer does not end a pause', async () => {
    const { clock, went, enter, leave } = setup()
    for (const name of ['a', 'b']) enter(name, 'person')
    await settle()
    await leave('a', 429, { 'Retry-After': '5' })
    enter('c', 'person')
    enter('d', 'person')
    enter('e', 'person')
    await leave('b', 200)
    expect(went).toEqual(['a', 'b'])
    clock.advance(5_000)
    await settle()
    expect(went).toEqual(['a', 'b', 'c'])
    await leave('c', null)
    expect(went).toEqual(['a', 'b', 'c', 'd']) // one again, not all
    await leave('d', 200)
    expect(went).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('R07: Stop works while waiting, and dispose ends every wait', async () => {
    const { gate, went, enter, leave } = setup()
    enter('a', 'person')
    await settle()
    await leave('a', 429, { 'Retry-After': '5' })
    const stop = new AbortController()
    enter('b', 'person', stop.signal)
    enter('c', 'bulk')
    enter('d', 'bulk', AbortSignal.abort())
    await settle()
    expect(gate.limit().waiting).toBe(2)
    stop.abort()
    await settle()
    expect(went).toEqual(['a', 'd:stopped', 'b:stopped'])
    gate.dispose()
    enter('e', 'person')
    await settle()
    expect(went.toSorted()).toEqual(['a', 'b:stopped', 'c:stopped', 'd:stopped', 'e:stopped'])
  })

  it('T07: a wall clock that jumps back does not prolong a pause', async () => {
    const { clock, went, enter, leave } = setup()
    enter('a', 'person')
    await settle()
    await leave('a', 429, { 'Retry-After': '5' })
    enter('b', 'person')
    clock.jump(-7_200_000)
    clock.advance(5_000)
    await settle()
    expect(went).toEqual(['a', 'b'])
  })

  it('publishes each state once, and stops when told', async () => {
    const { gate, enter, leave } = setup()
    const seen: Limit[] = []
    const off = gate.onLimit((limit) => seen.push(limit))
    enter('a', 'person')
    await settle()
    await leave('a', 200, rate(100, 95, 30))
    enter('b', 'person')
    await settle()
    await leave('b', 200, rate(100, 95, 30))
    expect(seen.filter((limit) => limit.remaining === 95)).toHaveLength(1)
    off()
    enter('c', 'person')
    await settle()
    await leave('c', 200, rate(100, 94, 30))
    expect(seen.some((limit) => limit.remaining === 94)).toBe(false)
  })
})
