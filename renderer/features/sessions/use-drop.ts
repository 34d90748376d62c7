import { type DragEvent, useEffect, useState } from 'react'
import { refusal } from './dropped.ts'

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role=dialog]') !== null)

/** Text pasted anywhere outside a field. */
export const usePaste = (take: (text: string) => void): void => {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (isField(event.target) || document.querySelector('[role=dialog]') || text.trim() === '') return
      event.preventDefault()
      take(text)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [take])
}

/** Text or files dragged over the place. `over` is true while something that may fit hovers. */
export const useDrop = (take: (...texts: string[]) => void, refuse: (why: string) => void) => {
  const [over, setOver] = useState(false)
  const fits = (event: DragEvent) => event.dataTransfer.types.some((type) => type === 'Files' || type === 'text/plain')
  return {
    over,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!fits(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        setOver(true)
      },
      onDragLeave: (event: DragEvent) => {
        const to = event.relatedTarget
        if (!(to instanceof Node) || !event.currentTarget.contains(to)) setOver(false)
      },
      onDrop: async (event: DragEvent) => {
        if (!fits(event)) return
        event.preventDefault()
        setOver(false)
        const files = [...event.dataTransfer.files]
        const text = event.dataTransfer.getData('text/plain')
        if (files.length === 0) return take(text)
        const why = refusal(files)
        if (why) return refuse(why)
        take(...(await Promise.all(files.map((file) => file.text()))))
      },
    },
  }
}
