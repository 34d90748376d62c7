import { type DragEvent, useState } from 'react'

/** Files dragged over the place. `over` is true while they hover; `onFiles` runs when they are let go. */
export const useFileDrag = (onFiles: () => void) => {
  const [over, setOver] = useState(false)
  const fits = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return {
    over,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!fits(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'link'
        setOver(true)
      },
      onDragLeave: (event: DragEvent) => {
        const to = event.relatedTarget
        if (!(to instanceof Node) || !event.currentTarget.contains(to)) setOver(false)
      },
      onDrop: (event: DragEvent) => {
        if (!fits(event)) return
        event.preventDefault()
        setOver(false)
        onFiles()
      },
    },
  }
}
