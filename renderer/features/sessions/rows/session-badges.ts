import type { SessionRow } from '../../../../electron/contract/models/session-models.ts'
import { formatCount, formatDuration } from '../../../ui/text/format-text.ts'

type Badge = { text: string; hint: string }

/** What the analysis found that one looks for in a list: repeated screens, and an end without any change. */
export const badgesOf = ({ analysis }: Pick<SessionRow, 'analysis'>): Badge[] => {
  const badges: Badge[] = []
  if (analysis?.loop) {
    const { count, period } = analysis.loop
    const screens = period === 1 ? 'The same screen' : `The same ${period} screens`
    badges.push({ text: `Loop ${count}×`, hint: `${screens} repeated ${count} times in a row` })
  }
  if (analysis && analysis.frozenEndMs !== null) {
    const length = formatDuration(analysis.frozenEndMs)
    badges.push({ text: `Frozen end ${length}`, hint: `Nothing changed in the last ${length}` })
  }
  return badges
}

/** What the number of notes at moments of the recording stands for. */
export const notesHint = ({ timedNotes }: Pick<SessionRow, 'timedNotes'>): string =>
  `${formatCount(timedNotes)} timed ${timedNotes === 1 ? 'note' : 'notes'}`
