import { MOST_BUCKETS } from '../../contract/constants/analysis-constants.ts'
import { GRID_TILES } from '../../contract/constants/luma-grid.ts'
import type { Step } from './steps.ts'

/** Finer buckets say nothing: changes are distinguished by 100 ms. */
const SHORTEST_MS = 100

/** Adds up which share of the picture changed in each stretch of time, in thousandths. Steps in order of time. */
export const createActivity = (durationMs: number) => {
  const bucketMs = Math.max(SHORTEST_MS, Math.ceil(durationMs / MOST_BUCKETS))
  const share: number[] = Array(Math.min(MOST_BUCKETS, Math.ceil(durationMs / bucketMs))).fill(0)
  const changed = new Uint8Array(GRID_TILES)
  let bucket = 0
  return {
    push: (step: Step): void => {
      const at = Math.min(share.length - 1, Math.floor(step.firstMs / bucketMs))
      if (at < 0) return
      if (at !== bucket) changed.fill(0)
      bucket = at
      for (const tile of step.changed) changed[tile] = 1
      const tiles = changed.reduce((sum, one) => sum + one, 0)
      share[at] = Math.round((tiles / GRID_TILES) * 1_000)
    },
    finish: () => ({ bucketMs, share }),
  }
}
