import { functionShortcuts } from '../../ui/keys/shortcuts/inspect-shortcuts.ts'
import { type KeyBinding, useKeys } from '../../ui/keys/use-keys.ts'

type FunctionKeys = {
  send: () => void
  toggleChanges: () => void
  /** Null while the editor is on screen. */
  toEditor: (() => void) | null
  reload: () => void
  toggleHistory: () => void
}

/** The keys of one function; those with Mod also while the caret is in the editor. */
export const useFunctionKeys = ({ send, toggleChanges, toEditor, reload, toggleHistory }: FunctionKeys): void => {
  const bindings: KeyBinding[] = [
    { shortcut: functionShortcuts.send, run: send },
    { shortcut: functionShortcuts.changes, run: toggleChanges },
    { shortcut: functionShortcuts.reload, run: reload },
    { shortcut: functionShortcuts.history, run: toggleHistory },
  ]
  if (toEditor) bindings.push({ shortcut: functionShortcuts.editor, run: toEditor })
  useKeys(bindings)
}
