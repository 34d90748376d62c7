import { useEffect, useRef, useState } from 'react'

/** `copied` is true for two seconds after a copy went through. */
export const useCopied = (): { copied: boolean; copy: (text: string) => void } => {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = (text: string) => {
    void copyText(text).then((done) => {
      setCopied(done)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setCopied(false), 2_000)
    })
  }
  return { copied, copy }
}

/** Puts text on the clipboard; false when the system refused. The old way is the fallback where permission is missing. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    area.setAttribute('aria-hidden', 'true')
    area.className = 'desk-offscreen'
    const focused = document.activeElement
    document.body.append(area)
    area.select()
    const copied = document.execCommand('copy')
    area.remove()
    if (focused instanceof HTMLElement) focused.focus()
    return copied
  }
}
