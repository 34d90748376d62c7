import type { AnalysisRecord, Loop, Screen } from '../../../../electron/contract/models/analysis-models.ts'

export type ScreenCard = Screen & { index: number }
export type ScreenGroup = { loop: Loop | null; cards: ScreenCard[] }

/** Screens in order, those of a loop together. */
export const screenGroups = ({ screens, loops }: Pick<AnalysisRecord, 'screens' | 'loops'>): ScreenGroup[] => {
  const groups: ScreenGroup[] = []
  let next = 0
  for (const [index, screen] of screens.entries()) {
    while ((loops[next]?.endMs ?? Number.POSITIVE_INFINITY) <= screen.startMs) next += 1
    const candidate = loops[next]
    const loop = candidate && screen.startMs >= candidate.startMs ? candidate : null
    const last = groups.at(-1)
    if (last && last.loop === loop) last.cards.push({ ...screen, index })
    else groups.push({ loop, cards: [{ ...screen, index }] })
  }
  return groups
}
