import type { AccountContents } from '../../../electron/contract/models/account-models.ts'
import { counted } from '../../ui/text/format-text.ts'

/** What removing an account deletes, in numbers: what a person wrote comes first, and zeros are left out. */
export const contentsText = ({ sessions, notes, verdicts, marks, snapshots }: AccountContents): string => {
  const parts = [
    { count: notes, text: counted(notes, 'session with a title, note or tags', 'sessions with titles, notes or tags') },
    { count: verdicts, text: counted(verdicts, 'verdict', 'verdicts') },
    { count: marks, text: counted(marks, 'mark', 'marks') },
    { count: snapshots, text: counted(snapshots, 'cookie snapshot', 'cookie snapshots') },
    { count: sessions, text: counted(sessions, 'session', 'sessions') },
  ].filter(({ count }) => count > 0)
  if (parts.length === 0) return 'It has no sessions, notes, verdicts, marks or snapshots.'
  const texts = parts.map(({ text }) => text)
  const last = texts.pop() ?? ''
  return `Deletes ${texts.length > 0 ? `${texts.join(', ')} and ${last}` : last}.`
}
