import type { AxisView } from './axis-view.ts'

export type Lane = { bucketMs: number; share: readonly number[] }

/** Typing changes a few thousandths of a page: the root keeps it visible beside whole new pages. */
const heightOf = (share: number): number => Math.cbrt(Math.min(1_000, Math.max(0, share)) / 1_000)

/** Steps of the area across the axis: more are finer than a pixel. */
const MOST_STEPS = 1_200

/**
 * The area under the activity as an SVG path in a box of `width` by 100, the busiest bucket of each step counting.
 * Empty when nothing is shown.
 */
export const activityPath = ({ bucketMs, share }: Lane, { fromS, toS }: AxisView, width = 1_000): string => {
  const first = Math.max(0, Math.floor((fromS * 1_000) / bucketMs))
  const end = Math.min(share.length, Math.ceil((toS * 1_000) / bucketMs))
  if (end <= first || toS <= fromS) return ''
  const per = Math.max(1, Math.ceil((end - first) / MOST_STEPS))
  const xOf = (bucket: number): number =>
    Math.min(width, Math.max(0, (((bucket * bucketMs) / 1_000 - fromS) / (toS - fromS)) * width))
  let path = `M${xOf(first).toFixed(1)} 100`
  let last = -1
  for (let at = first; at < end; at += per) {
    let most = 0
    for (let i = at; i < Math.min(at + per, end); i += 1) most = Math.max(most, share[i] ?? 0)
    const y = 100 - heightOf(most) * 100
    if (y === last) continue // a step of the same height goes on
    path += `H${xOf(at).toFixed(1)}V${y.toFixed(1)}`
    last = y
  }
  return `${path}H${xOf(end).toFixed(1)}V100Z`
}

/** Where something changes after nothing did, seconds. */
export const changesOf = ({ bucketMs, share }: Lane): number[] => {
  const starts: number[] = []
  for (let at = 0; at < share.length; at += 1)
    if ((share[at] ?? 0) > 0 && (at === 0 || (share[at - 1] ?? 0) === 0)) starts.push((at * bucketMs) / 1_000)
  return starts
}
