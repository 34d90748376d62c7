import { useEffect } from 'react'
import { type IdNoun, notText, refusal, textOf } from './added-ids.ts'
import { useDropZone } from './use-drop-zone.ts'

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

const TYPES = ['Files', 'text/plain']

/** Text or files dragged over the view. `over` is true while something that may fit hovers. */
export const useDrop = (take: (...texts: string[]) => void, refuse: (why: string) => void, noun: IdNoun) =>
  useDropZone({
    types: TYPES,
    effect: 'copy',
    onDrop: (data) => {
      const files = [...data.files]
      const text = data.getData('text/plain')
      if (files.length === 0) return take(text)
      const why = refusal(files, noun)
      if (why) return refuse(why)
      void Promise.all(files.map(textOf)).then((texts) => {
        const odd = files[texts.indexOf(null)]
        if (odd) refuse(notText(odd))
        else take(...texts.filter((one) => one !== null))
      })
    },
  })
