import type { Verdict } from '../../../electron/contract/constants/session-constants.ts'
import type { StateLabel } from '../dotted.tsx'

const labels: Record<Verdict, StateLabel> = {
  pass: { text: 'Pass', tone: 'ready' },
  fail: { text: 'Fail', tone: 'error' },
  unsure: { text: 'Unsure', tone: 'neutral' },
}
export const verdictLabel = (verdict: Verdict): StateLabel => labels[verdict]

/** The same keys wherever a session can be judged. */
export const verdictKeys: Record<Verdict, string> = { pass: 'Shift+1', fail: 'Shift+2', unsure: 'Shift+3' }

/** As commands name them, where no heading says what is passed or failed. */
export const verdictCommand = (verdict: Verdict): string => `Verdict: ${labels[verdict].text}`

/** The key of the verdict that a session has removes it. */
export const toggledVerdict = (current: Verdict | null, pressed: Verdict): Verdict | null =>
  current === pressed ? null : pressed

/** What is said once a verdict is stored. */
export const verdictSaved = (verdict: Verdict | null): string =>
  verdict === null ? 'Verdict removed' : verdictCommand(verdict)
