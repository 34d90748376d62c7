import type { Loop } from '../../contract/models/analysis-models.ts'
import type { Comparison } from './screen-pictures.ts'
import type { FoundScreen } from './screens.ts'

const LONGEST_PERIOD = 4
const LEAST_COUNT = 3
/** Pictures that a screen is compared with: those seen last. */
const MOST_KINDS = 200

/** A number for each screen; the same screens have the same number. */
const kindsOf = (screens: FoundScreen[], { isSame }: Comparison): number[] => {
  const kinds: { number: number; screen: FoundScreen }[] = []
  let next = 0
  return screens.map((screen) => {
    const at = kinds.findIndex((kind) => isSame(kind.screen, screen))
    const number = kinds[at]?.number ?? next++
    if (at >= 0) kinds.splice(at, 1)
    kinds.unshift({ number, screen })
    if (kinds.length > MOST_KINDS) kinds.pop()
    return number
  })
}

/** Sequences of 1 to 4 screens that come three times or more in a row; the longest first, none inside another. */
export const loopsOf = (screens: FoundScreen[], comparison: Comparison): Loop[] => {
  const kinds = kindsOf(screens, comparison)
  const loops: Loop[] = []
  for (let from = 0; from < kinds.length; ) {
    let best = { period: 0, length: 0 }
    for (let period = 1; period <= LONGEST_PERIOD; period += 1) {
      let to = from + period
      while (to < kinds.length && kinds[to] === kinds[to - period]) to += 1
      const length = to - from
      if (length >= LEAST_COUNT * period && length > best.length) best = { period, length }
    }
    if (best.period === 0) {
      from += 1
      continue
    }
    const count = Math.floor(best.length / best.period)
    const last = from + count * best.period - 1
    const [begin, end] = [screens[from], screens[last]]
    if (begin && end) loops.push({ startMs: begin.startMs, endMs: end.endMs, period: best.period, count })
    from = last + 1
  }
  return loops
}
