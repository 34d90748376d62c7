import { type FocusEventHandler, useEffect, useRef, useState } from 'react'

type TextDraft = {
  field: { value: string; onChange: (text: string) => void; onFocus: () => void; onBlur: FocusEventHandler }
  /** Back to what the field held when the caret came into it. */
  revert: () => void
}

/**
 * A field's own text. While the caret is in it nothing from outside changes it: what comes back from saving is
 * trimmed, and would eat the blank before the next word. The owner gives it a `key` per session.
 */
export const useTextDraft = (saved: string | null, edit: (text: string) => void, leave: () => void): TextDraft => {
  const [value, setValue] = useState(saved ?? '')
  const focused = useRef(false)
  const before = useRef('')
  useEffect(() => {
    if (!focused.current) setValue(saved ?? '')
  }, [saved])
  const change = (text: string) => {
    setValue(text)
    edit(text)
  }
  return {
    field: {
      value,
      onChange: change,
      onFocus: () => {
        focused.current = true
        before.current = value
      },
      onBlur: () => {
        focused.current = false
        leave()
      },
    },
    revert: () => {
      if (value !== before.current) change(before.current)
    },
  }
}
