import { type FocusEventHandler, useEffect, useRef, useState } from 'react'

type TextDraft = { value: string; onChange: (text: string) => void; onFocus: () => void; onBlur: FocusEventHandler }

/**
 * A field's own text. While the caret is in it nothing from outside changes it: what comes back from saving is
 * trimmed, and would eat the blank before the next word. The owner gives it a `key` per session.
 */
export const useTextDraft = (saved: string | null, edit: (text: string) => void, leave: () => void): TextDraft => {
  const [value, setValue] = useState(saved ?? '')
  const focused = useRef(false)
  useEffect(() => {
    if (!focused.current) setValue(saved ?? '')
  }, [saved])
  return {
    value,
    onChange: (text) => {
      setValue(text)
      edit(text)
    },
    onFocus: () => {
      focused.current = true
    },
    onBlur: () => {
      focused.current = false
      leave()
    },
  }
}
