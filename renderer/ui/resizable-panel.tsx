import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import classes from './kit.module.css'
import { clampWidth, loadWidth, saveWidth, widthForKey } from './panel-width.ts'

type ResizablePanelProps = {
  /** Where the panel stands; the separator is on its inner edge. */
  side: 'left' | 'right'
  /** Names the remembered width. */
  id: string
  defaultWidth: number
  min: number
  max: number
  /** What the separator is called; "Resize panel" by default. */
  label?: string
  children: ReactNode
}

/** A panel whose width, px, is dragged or set by arrow keys, and remembered. Double click restores the default. */
export const ResizablePanel = ({ side, id, defaultWidth, min, max, label, children }: ResizablePanelProps) => {
  const [width, setWidth] = useState(() => loadWidth(id, defaultWidth, min, max))
  const drag = useRef<{ x: number; width: number } | null>(null)
  const apply = (next: number, keep: boolean) => {
    setWidth(next)
    if (keep) saveWidth(id, next)
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, width }
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!drag.current) return
    const moved = (event.clientX - drag.current.x) * (side === 'left' ? 1 : -1)
    apply(clampWidth(drag.current.width + moved, min, max), false)
  }
  const onPointerUp = () => {
    if (drag.current) saveWidth(id, width)
    drag.current = null
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const grow = side === 'left' ? 'ArrowRight' : 'ArrowLeft'
    const next = widthForKey(event.key, width, { grow, shift: event.shiftKey, min, max })
    if (next === null) return
    event.preventDefault()
    apply(next, true)
  }
  const separator = (
    // biome-ignore lint/a11y/useSemanticElements: <hr> cannot be a focusable window splitter
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label ?? 'Resize panel'}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      className={classes.separator}
      data-side={side}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onDoubleClick={() => apply(clampWidth(defaultWidth, min, max), true)}
      onKeyDown={onKeyDown}
    />
  )
  return (
    <div className={classes.panel} data-side={side} style={{ width }}>
      {side === 'right' ? separator : null}
      <div className={classes.panelBody}>{children}</div>
      {side === 'left' ? separator : null}
    </div>
  )
}
