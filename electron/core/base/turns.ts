import { setImmediate as nextTurn } from 'node:timers/promises'

/** ms of work after which the loop does other work: far below what is noticeable. */
const TURN_MS = 10

/** Runs a computation to its end. */
export const atOnce = <T>(steps: Generator<unknown, T>): T => {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/**
 * The same with room for other work between the steps, each of which should take a few milliseconds at most. Where there
 * was more than one turn, what comes behind begins in a turn of its own.
 */
export const inTurns = async <T>(steps: Generator<unknown, T>): Promise<T> => {
  let began = performance.now()
  let turns = 0
  for (;;) {
    const step = steps.next()
    if (step.done) {
      if (turns > 0) await nextTurn()
      return step.value
    }
    if (performance.now() - began < TURN_MS) continue
    turns += 1
    await nextTurn()
    began = performance.now()
  }
}

const mapping = function* <A, B>(list: readonly A[], make: (item: A, index: number) => B): Generator<undefined, B[]> {
  const out: B[] = []
  for (const [index, item] of list.entries()) {
    if (index % 50 === 49) yield
    out.push(make(item, index))
  }
  return out
}

/** `map` for thousands of items that take some microseconds each. */
export const mapInTurns = <A, B>(list: readonly A[], make: (item: A, index: number) => B): Promise<B[]> =>
  inTurns(mapping(list, make))
