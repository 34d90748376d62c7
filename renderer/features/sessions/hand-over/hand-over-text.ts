import type { ImportPlan } from '../../../../electron/contract/models/hand-over-models.ts'
import { counted } from '../../../ui/text/format-text.ts'

const reviews = (count: number): string => counted(count, 'review', 'reviews')

/** What came of an export. */
export const exportedText = (name: string, count: number, sessions: number): string => {
  const rest = sessions - count
  const without = rest > 0 ? ` ${counted(rest, 'session has', 'sessions have')} no review.` : ''
  return `Saved ${reviews(count)} as ${name}.${without}`
}

/** What an import changes, line by line; nothing that is zero. */
export const planLines = ({
  added,
  replaced,
  kept,
  same,
  marks,
  unlisted,
}: ImportPlan): [label: string, count: number][] =>
  (
    [
      ['New', added],
      ['Newer in the file: replaces yours', replaced],
      ['Newer here: yours is kept', kept],
      ['The same', same],
      ['Timed notes and marks that are added', marks],
      ['Of sessions that are not in the list yet', unlisted],
    ] as [string, number][]
  ).filter(([, count]) => count > 0)

/** Reviews that an import stores, and whether there is anything to do. */
export const importCount = ({ added, replaced }: ImportPlan): number => added + replaced
export const changesAnything = (plan: ImportPlan): boolean => importCount(plan) > 0 || plan.marks > 0

export const importedText = (plan: ImportPlan): string => {
  const marks = plan.marks > 0 ? ` Added ${counted(plan.marks, 'timed note or mark', 'timed notes and marks')}.` : ''
  return `Imported ${reviews(importCount(plan))}.${marks}`
}
