import { type DragEvent, useState } from 'react'

type DropZone = {
  /** What may be dropped: names of `DataTransfer.types`. */
  types: readonly string[]
  effect: 'copy' | 'link'
  onDrop: (data: DataTransfer) => void
}

/** Something dragged over a view. `over` is true while what may fit hovers. */
export const useDropZone = ({ types, effect, onDrop }: DropZone) => {
  const [over, setOver] = useState(false)
  const fits = (event: DragEvent) => event.dataTransfer.types.some((type) => types.includes(type))
  return {
    over,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!fits(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = effect
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
        onDrop(event.dataTransfer)
      },
    },
  }
}
