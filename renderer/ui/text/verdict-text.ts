import type { Verdict } from '../../../electron/contract/constants/session-constants.ts'
import type { StateLabel } from '../dotted.tsx'
import { sessionShortcuts } from '../keys/shortcuts/start-shortcuts.ts'

const labels: Record<Verdict, StateLabel> = {
  pass: { text: 'Pass', tone: 'ready' },
  fail: { text: 'Fail', tone: 'error' },
  unsure: { text: 'Unsure', tone: 'neutral' },
}
export const verdictLabel = (verdict: Verdict): StateLabel => labels[verdict]

/** The key of the verdict that a session has removes it. */
export const toggledVerdict = (current: Verdict | null, pressed: Verdict): Verdict | null =>
  current === pressed ? null : pressed

/** What is said once a verdict is stored. */
export const verdictSaved = (verdict: Verdict | null): string =>
  verdict === null ? 'Verdict removed' : sessionShortcuts[verdict].label
