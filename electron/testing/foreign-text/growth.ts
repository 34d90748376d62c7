/** What takes less than this for the whole text is not compared: it is noise of the machine, ms. */
const FLOOR_MS = 100
/** A quarter of the text counts at least so much, so that a first run's luck decides nothing, ms. */
const LEAST_MS = 10
/** How much more work twice the text may be. */
export const MOST_PER_DOUBLING = 2.5
/** A run that takes this long proves enough; larger texts are not tried, ms. */
const STOP_MS = 400

/** CPU time of this thread for one run, ms: other work of the machine does not count. */
const costOf = async (run: () => unknown): Promise<number> => {
  const before = process.threadCpuUsage()
  await run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

/**
 * How much more CPU time each doubling takes up to `length` units; 0 while the whole stays below the floor. `make` answers
 * the text of a length. Bounded: a text that takes too long is the last, and only what looks bad is measured again.
 */
export const growthOf = async (
  make: (length: number) => string,
  run: (text: string) => unknown,
  length: number,
): Promise<number> => {
  const growth = async (runs: number): Promise<number> => {
    const least: number[] = [] // other work of the machine only adds to a time
    for (let size = length / 16; size <= length; size *= 2) {
      const text = make(size)
      const times: number[] = []
      for (let i = 0; i < runs && (times[0] ?? 0) < STOP_MS; i += 1) times.push(await costOf(() => run(text)))
      least.push(Math.min(...times))
      if ((times[0] ?? 0) > STOP_MS) break
    }
    const [last = 0, half = 0, quarter = half / MOST_PER_DOUBLING] = least.toReversed()
    return last < FLOOR_MS ? 0 : Math.sqrt(last / Math.max(quarter, LEAST_MS))
  }
  const once = await growth(1)
  return once <= MOST_PER_DOUBLING ? once : growth(3)
}

/** The attacks that cost most at a small length, most first: only those are worth the large texts. */
export const worstOf = async <A extends { make: (length: number) => string }>(
  attacks: readonly A[],
  run: (text: string) => unknown,
  length: number,
  count: number,
): Promise<A[]> => {
  const probed: { attack: A; ms: number }[] = []
  for (const attack of attacks) {
    const text = attack.make(length)
    probed.push({ attack, ms: await costOf(() => run(text)) })
  }
  return probed
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ attack }) => attack)
}
