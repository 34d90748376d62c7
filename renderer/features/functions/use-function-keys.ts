import { type KeyBinding, useKeys } from '../../ui/keys/use-keys.ts'

const GROUP = 'Functions'
export const CHANGES_KEYS = 'Mod+Shift+D'

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
    { keys: 'Mod+Enter', label: 'Send', group: GROUP, whileTyping: true, run: send },
    { keys: CHANGES_KEYS, label: 'Edit or changes', group: GROUP, whileTyping: true, run: toggleChanges },
    { keys: 'R', label: 'Reload current source', group: GROUP, run: reload },
    { keys: 'D', label: 'History', group: GROUP, run: toggleHistory },
  ]
  if (toEditor) bindings.push({ keys: 'Escape', label: 'Back to editor', group: GROUP, run: toEditor })
  useKeys(bindings)
}
