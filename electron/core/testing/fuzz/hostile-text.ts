import fc from 'fast-check'

/** Kept, so that a failure comes back; another one is tried by changing it here. */
const SEED = 20_261_128
/** Longest time of one input, ms. Linear work on these sizes takes less than a tenth of it on a slow machine. */
const BOUND_MS = 1_000
/** All inputs of one property, ms: on a slow machine fewer are tried, never longer. */
const PROPERTY_MS = 15_000

/** The words of a format, joined by `¦`. */
export const wordsOf = (text: string): string[] => text.split('¦')

/**
 * Texts made of the words of a format, in any order and broken anywhere, with long repetitions of single words: what a
 * pattern that goes back and forth is slow on. `most`: UTF-16 units of one repetition; the whole is at most twice as long.
 */
export const hostileText = (words: readonly string[], most = 20_000): fc.Arbitrary<string> => {
  const word = fc.constantFrom(...words)
  const repeated = fc.tuple(word, fc.nat(most)).map(([one, length]) => one.repeat(Math.ceil(length / one.length)))
  const part = fc.oneof(
    { weight: 6, arbitrary: word },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
    { weight: 1, arbitrary: repeated },
  )
  return fc.array(part, { maxLength: 40 }).map((parts) => parts.join('').slice(0, 2 * most))
}

/** Runs the work, and once more when it was slow: a busy machine is slow once, a bad pattern always. */
const inTime = async (work: () => void | Promise<void>): Promise<void> => {
  for (let times = 0; ; times += 1) {
    const begun = performance.now()
    await work()
    const ms = Math.round(performance.now() - begun)
    if (ms <= BOUND_MS) return
    if (times > 0) throw new Error(`took ${ms} ms, twice longer than ${BOUND_MS} ms`)
  }
}

/** Holds a property to its answer and its time, with inputs that are the same in every run. */
export const holds = <T>(numRuns: number, input: fc.Arbitrary<T>, property: (value: T) => void | Promise<void>) =>
  fc.assert(
    fc.asyncProperty(input, (value) => inTime(() => property(value))),
    { seed: SEED, numRuns, interruptAfterTimeLimit: PROPERTY_MS },
  )
