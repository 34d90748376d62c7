import { useEffect, useRef, useState } from 'react'
import { copyText } from './copy.ts'

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
