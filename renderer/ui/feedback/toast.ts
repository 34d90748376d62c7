import type { Shortcut } from '../keys/shortcuts/shortcut.ts'
import { generalShortcuts } from '../keys/shortcuts/start-shortcuts.ts'

/** Its keys work for as long as the sentence is shown. */
type Action = { label: string; shortcut?: Shortcut; run: () => void }

/** One sentence that the list tells after something was done, with what can be done about it. */
export type Toast = { text: string; tone: 'plain' | 'problem'; actions: Action[] }

export const plainToast = (text: string, ...actions: Toast['actions']): Toast => ({ text, tone: 'plain', actions })
export const errorToast = (text: string, ...actions: Toast['actions']): Toast => ({ text, tone: 'problem', actions })

/** What a problem says, with its next step. */
export const problemToast = ({ message, next }: { message: string; next?: string }): Toast =>
  errorToast(`${message} ${next ?? ''}`.trim())

/** Takes back what the sentence tells. */
export const undoing = (run: () => void): Action => ({ label: 'Undo', shortcut: generalShortcuts.undo, run })
