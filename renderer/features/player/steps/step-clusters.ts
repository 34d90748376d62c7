import { type AxisView, isShown, shareIn } from '../timeline/axis-view.ts'
import { inTime, type TimedStep } from './timed-steps.ts'

export type StepCluster = { steps: (TimedStep & { mediaMs: number })[]; leftPx: number }

/** Steps that are shown, as marks at least `apartPx` apart: those that are closer share one. */
export const stepClusters = (
  steps: readonly TimedStep[],
  view: AxisView,
  widthPx: number,
  apartPx: number,
): StepCluster[] => {
  const clusters: StepCluster[] = []
  for (const step of inTime(steps)) {
    if (!isShown(view, step.mediaMs / 1_000)) continue
    const leftPx = shareIn(view, step.mediaMs / 1_000) * widthPx
    const last = clusters.at(-1)
    if (last && leftPx - last.leftPx < apartPx) last.steps.push(step)
    else clusters.push({ steps: [step], leftPx })
  }
  return clusters
}
