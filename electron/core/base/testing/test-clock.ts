import type { Clock } from '../ports.ts'

export type TestClock = Clock & {
  /** Lets time pass: due timers run in order. */
  advance: (ms: number) => void
  /** Moves the wall clock alone, as a person or NTP does; timers keep their distance. */
  jump: (ms: number) => void
  /** Distances of the timers that wait, ms. */
  pending: () => number[]
}

/** A clock for tests: nothing happens until `advance`. */
export const createTestClock = (start = Date.UTC(2026, 10, 27, 12)): TestClock => {
  let elapsed = 0
  let wall = start
  let timers: { due: number; run: () => void }[] = []
  const advance = (ms: number) => {
    const target = elapsed + ms
    for (;;) {
      const next = timers.toSorted((a, b) => a.due - b.due)[0]
      if (!next || next.due > target) break
      timers = timers.filter((timer) => timer !== next)
      wall += next.due - elapsed
      elapsed = next.due
      next.run()
    }
    wall += target - elapsed
    elapsed = target
  }
  return {
    now: () => wall,
    after: (ms, run) => {
      if (!Number.isFinite(ms)) throw new RangeError('a delay must be finite')
      const timer = { due: elapsed + Math.max(0, ms), run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    advance,
    jump: (ms) => {
      wall += ms
    },
    pending: () => timers.map((timer) => timer.due - elapsed).toSorted((a, b) => a - b),
  }
}

/** Waits for something that real sockets bring about; fails loudly instead of hanging. */
export const until = async (holds: () => boolean, what = 'the condition'): Promise<void> => {
  const deadline = Date.now() + 10_000
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`${what} did not come true`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}
