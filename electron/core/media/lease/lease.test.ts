import { describe, expect, it } from 'vitest'
import { fail, ok, type Result } from '../../../contract/result.ts'
import { createTestClock } from '../../base/testing/test-clock.ts'
import { createServerClock, type ServerClock } from '../../service/server-clock.ts'
import { createLease, type LeaseState, type Loaded } from './lease.ts'

const REFUSED = { status: 403, code: null }
const settle = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve()
}

type Answer = Partial<Loaded<string>> | Result<Loaded<string>>

const start = (answer: (call: number, server: ServerClock) => Answer | Promise<Answer>, leadMs = () => 120_000) => {
  const clock = createTestClock()
  const server = createServerClock(clock)
  const states: LeaseState[] = []
  const lines: string[] = []
  let calls = 0
  const log = (line: string) => void lines.push(line)
  const lease = createLease<string>({
    name: 'replay',
    clock,
    serverClock: server,
    leadMs,
    load: async () => {
      const said = await answer(++calls, server)
      return 'ok' in said ? said : ok({ value: `v${calls}`, recordExpiresAt: null, signatureExpiresAt: null, ...said })
    },
    timer: { onChange: () => void states.push(lease.state()) },
    log: { info: log, warn: log, error: log },
  })
  const advance = async (ms: number) => {
    clock.advance(ms)
    await settle()
  }
  return { lease, clock, server, states, lines, advance, calls: () => calls, now: () => clock.now() }
}
const inMs =
  (ms: number) =>
  (_call: number, server: ServerClock): Answer => ({ recordExpiresAt: server.now() + ms })
const down = fail('not-reachable', 'The service cannot be reached.')

describe('renewal before the expiry', () => {
  it('happens once, the lead time ahead, and goes on so', async () => {
    const t = start(inMs(900_000))
    await t.lease.start()
    expect(t.lease.state()).toMatchObject({
      state: 'fresh',
      renewals: 0,
      expiresAt: t.now() + 900_000,
      renewsAt: t.now() + 780_000,
    })
    await t.advance(779_999)
    expect(t.calls()).toBe(1)
    await t.advance(1)
    expect(t.calls()).toBe(2)
    expect(t.states.map((s) => s.state)).toContain('renewing')
    expect(t.lease.state()).toMatchObject({ state: 'fresh', renewals: 1, problem: null })
    await t.advance(780_000)
    expect(t.calls()).toBe(3)
  })

  it('links of six seconds are renewed once per life', async () => {
    const t = start(inMs(6_000))
    await t.lease.start()
    for (let i = 0; i < 30; i++) await t.advance(1_000)
    expect(t.lease.state().renewals).toBeGreaterThanOrEqual(5)
    expect(t.lease.state().renewals).toBeLessThanOrEqual(6)
  })

  it('the signature counts when it ends earlier than the record says', async () => {
    const t = start((_c, server) => ({
      recordExpiresAt: server.now() + 900_000,
      signatureExpiresAt: server.now() + 600_000,
    }))
    await t.lease.start()
    expect(t.lease.state()).toMatchObject({ expirySource: 'signature', expiresAt: t.now() + 600_000 })
  })

  it('retries failures with growing pauses, then the lease is expired with its cause', async () => {
    const t = start((call, server) => (call === 1 ? { recordExpiresAt: server.now() + 900_000 } : down))
    await t.lease.start()
    await t.advance(780_000)
    expect(t.lease.state()).toMatchObject({ state: 'expiring', problem: { code: 'not-reachable' } })
    const at: number[] = []
    for (let i = 0, seen = t.calls(); i < 121; i++) {
      await t.advance(1_000)
      if (t.calls() > seen) at.push(i + 1)
      seen = t.calls()
    }
    expect(at).toEqual([2, 6, 14, 30, 60, 90, 120])
    expect(t.lease.state()).toMatchObject({ state: 'expired', renewsAt: null, problem: { code: 'not-reachable' } })
    await t.advance(3_600_000)
    expect(t.calls()).toBe(9)
    expect(t.lease.current()?.value).toBe('v1') // the old links stay at hand: the storage decides
  })

  it('is single-flight for all callers', async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const t = start(async (call, server) => {
      if (call > 1) await gate
      return inMs(900_000)(call, server)
    })
    await t.lease.start()
    const all = [t.lease.renew(), t.lease.renewAfterRefusal(1, REFUSED), t.lease.renew()]
    await t.advance(780_000)
    release()
    expect((await Promise.all(all)).every((r) => r.ok)).toBe(true)
    expect(t.calls()).toBe(2)
  })
})

describe('implausible times', () => {
  it.each([
    ['null', null],
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
  ])('T04: %s is an unknown expiry: play now, plan nothing', async (_name, time) => {
    const t = start(() => ({ recordExpiresAt: time }))
    expect((await t.lease.start()).ok).toBe(true)
    expect(t.lease.state()).toMatchObject({ state: 'fresh', expiresAt: null, expirySource: 'unknown', renewsAt: null })
    expect(t.clock.pending()).toEqual([])
  })

  it('the year 275760 is a time like any other', async () => {
    const t = start(() => ({ recordExpiresAt: 8_640_000_000_000_000 }))
    await t.lease.start()
    expect(t.clock.pending()).toEqual([8_640_000_000_000_000 - 120_000 - t.now()])
    await t.advance(86_400_000)
    expect(t.calls()).toBe(1)
  })

  it.each([
    ['passed ten seconds ago', -10_000],
    ['in three seconds', 3_000],
  ])('T05: a stamp %s that never moves costs one refetch and one line', async (_name, ms) => {
    let stamp: number | null = null
    const t = start((_c, server) => {
      stamp ??= server.now() + ms
      return { recordExpiresAt: stamp }
    })
    expect((await t.lease.start()).ok).toBe(true)
    for (let i = 0; i < 3_600; i++) await t.advance(1_000)
    expect(t.calls()).toBe(2)
    expect(t.lines).toHaveLength(1)
    expect(t.lease.state()).toMatchObject({ state: 'expiring', problem: null })
  })

  it('T05: stamps that move but are always past cost one refetch too', async () => {
    const t = start(inMs(-10_000))
    await t.lease.start()
    await t.advance(3_600_000)
    expect(t.calls()).toBe(2)
  })

  it.each([
    ['two hours ahead', 7_200_000],
    ['two hours behind', -7_200_000],
  ])('T07: a local clock %s changes nothing once the offset is known', async (_name, wrong) => {
    const t = start((_c, server) => {
      const real = t.now() - wrong
      server.observe(new Date(real).toUTCString(), t.now(), t.now())
      return { recordExpiresAt: Math.floor(real / 1000) * 1000 + 900_000 }
    })
    await t.lease.start()
    expect(t.lease.state().state).toBe('fresh')
    expect(Math.abs((t.lease.state().expiresAt ?? 0) - t.now() - 900_000)).toBeLessThan(1_000)
    await t.advance(778_000)
    expect(t.calls()).toBe(1)
    await t.advance(3_000)
    expect(t.calls()).toBe(2)
  })

  it('T07: a jump of an hour while playing neither loops nor kills', async () => {
    const t = start((_c, server) => ({ recordExpiresAt: server.now() + 900_000 }))
    await t.lease.start()
    t.clock.jump(3_600_000)
    await t.advance(1_000)
    expect(t.lease.state().state).not.toBe('expired')
    expect(t.calls()).toBe(1)
    t.lease.onWake()
    await settle()
    await t.advance(1)
    expect(t.calls()).toBe(2)
    expect(t.lease.state().state).toBe('fresh')
  })

  it('X08: after sleep a passed plan is made up for at once', async () => {
    const t = start(inMs(900_000))
    await t.lease.start()
    t.clock.jump(3 * 3_600_000) // timers did not run
    t.lease.onWake()
    await t.advance(0)
    expect(t.calls()).toBe(2)
    expect(t.lease.state()).toMatchObject({ state: 'fresh', renewals: 1 })
  })

  it('X08: retries an expired lease after sleep', async () => {
    let up = true
    const t = start((call, server) => (up ? inMs(900_000)(call, server) : down))
    await t.lease.start()
    up = false
    for (let i = 0; i < 60; i++) await t.advance(30_000)
    expect(t.lease.state().state).toBe('expired')
    up = true
    t.lease.onWake()
    await settle()
    expect(t.lease.state()).toMatchObject({ state: 'fresh', problem: null })
  })
})

describe('P24: refused by the storage', () => {
  it('any number of refusals of one generation cost one fetch', async () => {
    const t = start(inMs(900_000))
    await t.lease.start()
    const results = await Promise.all([1, 2, 3, 4, 5, 6].map(() => t.lease.renewAfterRefusal(1, REFUSED)))
    expect(results.every((r) => r.ok)).toBe(true)
    expect((await t.lease.renewAfterRefusal(1, REFUSED)).ok).toBe(true) // a latecomer
    expect(t.calls()).toBe(2)
  })

  it('new links that are refused too end it: expired, one problem, no third round', async () => {
    const t = start(inMs(900_000))
    await t.lease.start()
    await t.lease.renewAfterRefusal(1, REFUSED)
    expect(t.lease.rejected(2, { status: 403, code: 'AccessDenied' }).code).toBe('links-expired')
    expect(t.lease.rejected(2, { status: 403, code: 'AccessDenied' }).code).toBe('links-expired')
    expect(t.lease.state()).toMatchObject({
      state: 'expired',
      problem: { code: 'links-expired', details: 'AccessDenied' },
    })
    const again = await t.lease.renewAfterRefusal(2, REFUSED)
    expect(again.ok).toBe(false)
    await t.advance(3_600_000)
    expect(t.calls()).toBe(2)
    expect(t.states.filter((s) => s.state === 'expired')).toHaveLength(1)
  })

  it('one refused part among working ones is a fault of that part', async () => {
    const t = start(inMs(900_000))
    await t.lease.start()
    await t.lease.renewAfterRefusal(1, REFUSED)
    t.lease.worked(2)
    expect(t.lease.rejected(2, { status: 403, code: null }).code).toBe('media-error')
    expect(t.lease.state().state).toBe('fresh')
  })

  it('a renewal that fails is told to all, and not repeated for each', async () => {
    const t = start((call, server) => (call === 1 ? inMs(900_000)(call, server) : down))
    await t.lease.start()
    const results = await Promise.all([t.lease.renewAfterRefusal(1, REFUSED), t.lease.renewAfterRefusal(1, REFUSED)])
    expect(results.map((r) => !r.ok && r.problem.code)).toEqual(['not-reachable', 'not-reachable'])
    expect((await t.lease.renewAfterRefusal(1, REFUSED)).ok).toBe(false)
    expect(t.calls()).toBe(2)
    await t.advance(2_500)
    await t.lease.renewAfterRefusal(1, REFUSED)
    expect(t.calls()).toBe(3)
  })

  it('links that still deliver are not expired, whatever their time stamp says', async () => {
    const t = start((call, server) => (call === 1 ? { recordExpiresAt: server.now() + 10_000 } : down))
    await t.lease.start()
    for (let i = 0; i < 20; i++) await t.advance(1_000)
    expect(t.lease.state().state).toBe('expired')
    t.lease.worked(1)
    expect(t.lease.state()).toMatchObject({ state: 'expiring', problem: { code: 'not-reachable' } })
  })
})

it('another lead time counts from now on, without a request', async () => {
  let leadMs = 120_000
  const t = start(inMs(900_000), () => leadMs)
  await t.lease.start()
  leadMs = 60_000
  t.lease.onSettings()
  expect(t.lease.state().renewsAt).toBe(t.now() + 840_000)
  expect(t.calls()).toBe(1)
})

it('a closed lease asks for nothing more', async () => {
  const t = start(inMs(900_000))
  await t.lease.start()
  t.lease.dispose()
  await t.advance(3_600_000)
  expect(t.calls()).toBe(1)
  expect(t.clock.pending()).toEqual([])
})

describe('a bug while the record is read', () => {
  it('is a failed renewal, also by timer, and the next one works', async () => {
    const t = start((call, server) => {
      if (call === 2) throw new Error('bug')
      return inMs(900_000)(call, server)
    })
    await t.lease.start()
    await t.advance(780_000)
    expect(t.lease.state()).toMatchObject({ state: 'expiring', problem: { code: 'internal' } })
    expect(t.lines.some((line) => line.includes('bug'))).toBe(true)
    await t.advance(2_000)
    expect(t.lease.state()).toMatchObject({ state: 'fresh', renewals: 1, problem: null })
  })
})
