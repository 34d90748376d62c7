import { focusKind } from '../ui/keys/use-keys.ts'
import { hasOpenText } from '../ui/saves/late-saves.ts'

/** Somebody who pauses this long has stopped typing. */
const PAUSE_MS = 2_000

let typedAt = Number.NEGATIVE_INFINITY
const onKey = ({ target }: KeyboardEvent): void => {
  if (focusKind(target) === 'typing') typedAt = performance.now()
}

/** Notes when keys go into a field. Answers the end of it. */
export const watchTyping = (): (() => void) => {
  window.addEventListener('keydown', onKey, true)
  return () => window.removeEventListener('keydown', onKey, true)
}

const textIn = (element: Element): string =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    ? element.value
    : (element.textContent ?? '')

/**
 * Whether another screen would take the keyboard away from someone: a dialog is open, or a field holds the caret and
 * text, or keys went into it a moment ago. Words of a filter alone do not count: the list keeps them.
 */
export const isTextUnderWay = (): boolean => {
  const focused = document.activeElement
  const kind = focusKind(focused)
  if (kind === 'dialog' || hasOpenText() || performance.now() - typedAt < PAUSE_MS) return true
  if (kind !== 'typing' || focused === null) return false
  const filter = focused instanceof HTMLInputElement && focused.type === 'search'
  return !filter && textIn(focused) !== ''
}
