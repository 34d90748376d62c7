import { describe, expect, it } from 'vitest'
import { createWatchdog, type Rescue, type Sight } from './watchdog.ts'

const EMPTY: Sight = {
  atS: 0,
  readyState: 0,
  seeking: false,
  running: true,
  buffered: [],
  requests: 0,
  bytes: 0,
  repeats: 0,
  waiting: false,
  hidden: false,
}

/** A watchdog on a clock of the test's own, looked at every 250 ms. */
const setUp = (first: Partial<Sight> = {}) => {
  let now = 0
  let sight: Sight = { ...EMPTY, ...first }
  const dog = createWatchdog(() => now)
  const rescues: { atMs: number; rescue: Rescue }[] = []
  return {
    rescues,
    /** Lets time pass; `change` is applied before each look. */
    pass: (ms: number, change: (before: Sight, nowMs: number) => Partial<Sight> = () => ({})) => {
      for (const end = now + ms; now < end; now += 250) {
        sight = { ...sight, ...change(sight, now) }
        const rescue = dog.look(sight)
        if (rescue) rescues.push({ atMs: now, rescue })
      }
    },
    kinds: () => rescues.map(({ rescue }) => rescue.do),
  }
}

describe('watchdog', () => {
  it('M22: jumps to what is loaded behind the place when nothing is under way', () => {
    const { pass, rescues } = setUp({ readyState: 1, running: false, buffered: [{ start: 6.02, end: 14.2 }] })
    pass(3_000)
    expect(rescues).toHaveLength(1)
    expect(rescues[0]?.rescue).toEqual({ do: 'jump', toS: 6.02 })
    expect(rescues[0]?.atMs).toBeLessThanOrEqual(2_000)
  })

  it('M20: loads once more when a seek into loaded data does not end, then gives up', () => {
    const { pass, kinds, rescues } = setUp({ atS: 20, readyState: 1, seeking: true, buffered: [{ start: 0, end: 30 }] })
    pass(30_000)
    expect(kinds().slice(0, 2)).toEqual(['reload', 'give-up'])
    expect(rescues[1]?.atMs).toBeLessThan(10_000)
  })

  it('M32: reloads, then gives up, when nothing is ever loaded', () => {
    const { pass, rescues } = setUp()
    pass(9_000)
    expect(rescues.map(({ rescue }) => rescue)).toEqual([{ do: 'reload' }, { do: 'give-up', loading: false }])
  })

  it('leaves a slow network alone that delivers', () => {
    const { pass, kinds } = setUp({ requests: 1 })
    const slowly = ({ bytes, buffered }: Sight, now: number) => ({
      ...(now % 30_000 === 0 ? { bytes: bytes + 1 } : {}),
      ...(now % 180_000 === 0 ? { buffered: [...buffered, { start: now, end: now + 1 }] } : {}),
    })
    pass(600_000, slowly)
    expect(kinds()).toEqual([])
  })

  it('K11: bounds an answer that goes on for ever, and says that nothing was loaded', () => {
    const { pass, rescues } = setUp({ requests: 1 })
    pass(300_000, ({ bytes }) => ({ bytes: bytes + 100 }))
    expect(rescues.map(({ rescue }) => rescue)).toEqual([{ do: 'give-up', loading: true }])
  })

  it('K11: bounds loads that are tried again and again', () => {
    const { pass, rescues } = setUp({ requests: 1 })
    pass(300_000, (_, now) => ({ waiting: now % 80_000 < 8_000 }))
    expect(rescues.map(({ rescue }) => rescue)).toEqual([{ do: 'give-up', loading: true }])
  })

  it('reloads the other source once as well', () => {
    const { pass, kinds } = setUp()
    pass(18_000)
    expect(kinds()).toEqual(['reload', 'give-up', 'reload', 'give-up'])
  })

  it('bounds a request that brings nothing at all', () => {
    const { pass, rescues } = setUp({ requests: 1 })
    pass(200_000)
    expect(rescues.map(({ rescue }) => rescue)).toEqual([{ do: 'reload' }, { do: 'give-up', loading: true }])
  })

  it('does not take a loop of the same requests for progress', () => {
    const { pass, kinds } = setUp({ requests: 1 })
    pass(12_000, ({ bytes, repeats }) => ({ bytes: bytes + 1_000, repeats: repeats + 1 }))
    expect(kinds()).toEqual(['reload', 'give-up'])
  })

  it('H48: keeps still while links are renewed, and counts anew after it', () => {
    const { pass, kinds } = setUp({ waiting: true })
    pass(200_000)
    expect(kinds()).toEqual([])
    pass(3_000, () => ({ waiting: false }))
    expect(kinds()).toEqual([])
    pass(3_000)
    expect(kinds()).toEqual(['reload'])
  })

  it('keeps still in a hidden page', () => {
    const { pass, kinds } = setUp({ hidden: true })
    pass(300_000)
    expect(kinds()).toEqual([])
  })

  it('keeps still over a paused picture, and over one that runs', () => {
    const paused = setUp({ readyState: 4, running: false, buffered: [{ start: 0, end: 9 }] })
    paused.pass(60_000)
    expect(paused.kinds()).toEqual([])
    const runs = setUp({ readyState: 4, buffered: [{ start: 0, end: 99 }] })
    runs.pass(60_000, (_, now) => ({ atS: now / 1_000 }))
    expect(runs.kinds()).toEqual([])
  })

  it('M19: takes a picture that should run and stands for a standstill', () => {
    const { pass, kinds } = setUp({ atS: 0.09, readyState: 4, buffered: [{ start: 0, end: 30 }] })
    pass(5_000)
    expect(kinds()).toEqual(['reload'])
  })

  it('reloads again for another place', () => {
    const { pass, kinds } = setUp({ readyState: 1, seeking: true, buffered: [{ start: 0, end: 90 }] })
    pass(5_000)
    pass(10_000, (_, now) => ({ readyState: 4, seeking: false, atS: now / 1_000 }))
    pass(5_000, () => ({ readyState: 1, seeking: true, atS: 60 }))
    expect(kinds()).toEqual(['reload', 'reload'])
  })
})
