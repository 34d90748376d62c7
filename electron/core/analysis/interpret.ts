import { ANALYSIS_VERSION, MOST_SCREENS_PER_HOUR } from '../../contract/constants/analysis-constants.ts'
import type { AnalysisRecord, Interval, Screen } from '../../contract/models/analysis-models.ts'
import { createActivity } from './activity-share.ts'
import { packCollected, unpackCollected } from './checkpoint.ts'
import { createChanges } from './grid-changes.ts'
import { loopsOf } from './loops.ts'
import { createComparison, frameRows } from './screen-pictures.ts'
import { createScreenFinder } from './screens.ts'
import { stepsOf } from './steps.ts'

const STILL_MS = 3_000
const FROZEN_MS = 60_000
const HOUR_MS = 3_600_000

/** The screens that stayed longest, in order, when there are more than a record holds. */
const boundScreens = (screens: Screen[], durationMs: number): Screen[] => {
  const most = MOST_SCREENS_PER_HOUR * Math.max(1, Math.ceil(durationMs / HOUR_MS))
  if (screens.length <= most) return screens
  const kept = new Set(screens.toSorted((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs)).slice(0, most))
  return screens.filter((screen) => kept.has(screen))
}

const wholeMs = ({ startMs, endMs }: Interval): Interval => ({ startMs: Math.round(startMs), endMs: Math.round(endMs) })

/**
 * Makes the record of a recording from its luma grids: `push` them in order of time (ms from the start), then `finish`.
 * The same grids always give the same record, also when they come in two parts with a checkpoint between: then `push` the
 * grids after `nowMs`.
 */
export const createInterpreter = (durationMs: number, checkpoint: Uint8Array | null = null) => {
  const length = Number.isFinite(durationMs) ? Math.max(0, Math.round(durationMs)) : 0
  const earlier = checkpoint && unpackCollected(checkpoint, length)
  const changes = createChanges(length, earlier)

  const finish = (): AnalysisRecord => {
    const all = changes.finish()
    const activity = createActivity(length)
    const comparison = createComparison(frameRows(all))
    const finder = createScreenFinder(length, all.first, comparison)
    const still: Interval[] = []
    let quietMs = 0
    for (const step of stepsOf(all)) {
      finder.push(step)
      if (step.faint) continue
      if (step.firstMs - quietMs >= STILL_MS) still.push(wholeMs({ startMs: quietMs, endMs: step.firstMs }))
      quietMs = step.lastMs
      activity.push(step)
    }
    if (length - quietMs >= STILL_MS) still.push(wholeMs({ startMs: quietMs, endMs: length }))
    const found = finder.finish()
    const screens = found.map(({ startMs, endMs, waitMs, hash }) => ({
      ...wholeMs({ startMs, endMs }),
      waitMs: Math.round(waitMs),
      hash,
    }))
    const kept = boundScreens(screens, length)
    return {
      version: ANALYSIS_VERSION,
      durationMs: length,
      activity: activity.finish(),
      still,
      screens: kept,
      screensOmitted: screens.length - kept.length,
      loops: loopsOf(found, comparison).map((loop) => ({ ...loop, ...wholeMs(loop) })),
      frozenEnd: length - quietMs > FROZEN_MS ? wholeMs({ startMs: quietMs, endMs: length }) : null,
    }
  }
  const save = (): Uint8Array<ArrayBuffer> | null => {
    const collected = changes.save()
    return collected && packCollected(collected)
  }
  /** `nowMs`: up to where the checkpoint goes; null without a usable one. */
  return { push: changes.push, finish, save, nowMs: earlier?.nowMs ?? null }
}
