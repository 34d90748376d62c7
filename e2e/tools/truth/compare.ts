import type { AnalysisRecord, Interval } from '../../../electron/contract/models/analysis-models.ts'
import type { Truth } from './script.ts'

/** How far the start of a screen may be off. */
const SCREEN_MS = 1_000
/** How far ends of loops and of a frozen end may be off. */
const END_MS = 2_000

/** Right, and of how many: found ones for precision, true ones for recall. Ms for intervals, a count for screens. */
export type Score = { right: number; found: number; real: number }
export type Comparison = {
  still: Score
  screens: Score
  loops: Score
  frozen: Score
  endScreen: boolean
}

const lengthOf = (intervals: Interval[]): number =>
  intervals.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)

const overlap = (one: Interval[], other: Interval[]): number =>
  one.reduce(
    (sum, a) =>
      sum +
      other.reduce((part, b) => part + Math.max(0, Math.min(a.endMs, b.endMs) - Math.max(a.startMs, b.startMs)), 0),
    0,
  )

/** Pairs each real one with the first free found one that matches. */
const matches = <T>(found: T[], real: T[], match: (a: T, b: T) => boolean): Score => {
  const free = new Set(found)
  let right = 0
  for (const one of real) {
    const hit = [...free].find((other) => match(one, other))
    if (!hit) continue
    free.delete(hit)
    right += 1
  }
  return { right, found: found.length, real: real.length }
}

const close = (a: Interval, b: Interval): boolean =>
  Math.abs(a.startMs - b.startMs) <= END_MS && Math.abs(a.endMs - b.endMs) <= END_MS

export const compare = (record: AnalysisRecord, truth: Truth): Comparison => {
  const endOf = (screens: Interval[]): number => screens.at(-1)?.startMs ?? -1
  const frozen = (end: Interval | null): Interval[] => (end ? [end] : [])
  return {
    still: { right: overlap(record.still, truth.still), found: lengthOf(record.still), real: lengthOf(truth.still) },
    screens: matches<Interval>(record.screens, truth.screens, (a, b) => Math.abs(a.startMs - b.startMs) <= SCREEN_MS),
    loops: matches(record.loops, truth.loops, (a, b) => a.period === b.period && a.count === b.count && close(a, b)),
    frozen: matches(frozen(record.frozenEnd), frozen(truth.frozenEnd), close),
    endScreen: Math.abs(endOf(record.screens) - endOf(truth.screens)) <= SCREEN_MS,
  }
}

const add = (one: Score, other: Score): Score => ({
  right: one.right + other.right,
  found: one.found + other.found,
  real: one.real + other.real,
})

/** Sums over recordings. */
export const total = (all: Comparison[]): Comparison =>
  all.reduce((sum, one) => ({
    still: add(sum.still, one.still),
    screens: add(sum.screens, one.screens),
    loops: add(sum.loops, one.loops),
    frozen: add(sum.frozen, one.frozen),
    endScreen: sum.endScreen && one.endScreen,
  }))

export const precision = ({ right, found }: Score): number => (found === 0 ? 1 : right / found)
export const recall = ({ right, real }: Score): number => (real === 0 ? 1 : right / real)

/** The bars of the analysis: shares of time for still intervals, of screens within a second; nothing missed or invented else. */
export const holds = ({ still, screens, loops, frozen, endScreen }: Comparison): boolean =>
  [precision(still), recall(still)].every((share) => share >= 0.95) &&
  [precision(screens), recall(screens)].every((share) => share >= 0.9) &&
  [loops, frozen].every(({ right, found, real }) => right === found && right === real) &&
  endScreen
