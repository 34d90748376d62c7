import { type PointerEvent, useRef } from 'react'
import { type ColumnWidths, clampColumn, fittingWidth, widthsFor } from './column-resize.ts'
import classes from './grid.module.css'

type ColumnEdgeProps = {
  /** px */
  min: number | undefined
  onWidths: (widths: ColumnWidths) => void
}

const headOf = (element: Element): HTMLElement | null => element.closest<HTMLElement>('[role=columnheader]')

/** The edge of a header: dragged, it sets the width of its column; a double click fits it to what is on screen. */
export const ColumnEdge = ({ min, onWidths }: ColumnEdgeProps) => {
  const drag = useRef<{ x: number; width: number } | null>(null)
  const onPointerDown = (event: PointerEvent<HTMLSpanElement>) => {
    const head = headOf(event.currentTarget)
    if (event.button !== 0 || !head) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, width: head.getBoundingClientRect().width }
  }
  const onPointerMove = (event: PointerEvent<HTMLSpanElement>) => {
    const head = headOf(event.currentTarget)
    if (!drag.current || !head) return
    const moved = (event.clientX - drag.current.x) * (head.dataset.edge === 'start' ? -1 : 1)
    onWidths(widthsFor(head, clampColumn(drag.current.width + moved, min)))
  }
  const end = () => {
    drag.current = null
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the header has the keys for it
    <span
      className={classes.edge}
      title="Drag to set the width, double-click to fit. Keyboard: Alt+← → on the header"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={(event) => {
        const head = headOf(event.currentTarget)
        event.stopPropagation() // the table takes a double click for one on a row
        if (head) onWidths(widthsFor(head, fittingWidth(head, min)))
      }}
    />
  )
}
