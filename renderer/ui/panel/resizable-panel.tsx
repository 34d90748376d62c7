import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import classes from '../kit.module.css'
import { clampWidth, loadWidth, saveWidth, widthForKey } from './panel-width.ts'

type ResizablePanelProps = {
  /** Where the panel stands; the separator is on its inner edge. */
  side: 'left' | 'right' | 'bottom'
  /** Names the remembered size. */
  id: string
  /** Height when it is at the bottom. */
  defaultWidth: number
  min: number
  max: number
  /** On the left: goes on top of what it is beside where a window is too narrow for both. */
  stacks?: boolean
  /** What the separator is called; "Resize panel" by default. */
  label?: string
  children: ReactNode
}

const growKeys = { left: 'ArrowRight', right: 'ArrowLeft', bottom: 'ArrowUp' } as const

/**
 * A panel whose width, or height at the bottom, px, is dragged or set by arrow keys, and remembered. Double click
 * restores the default.
 */
export const ResizablePanel = ({ side, id, defaultWidth, min, max, stacks, label, children }: ResizablePanelProps) => {
  const [width, setWidth] = useState(() => loadWidth(id, defaultWidth, min, max))
  const panel = useRef<HTMLDivElement>(null)
  const drag = useRef<{ at: number; width: number } | null>(null)
  const isBelow = side === 'bottom'
  const placeOf = (event: PointerEvent): number => (isBelow ? event.clientY : event.clientX)
  /** As it is on screen: there may be no room for all that was asked for. */
  const present = (): number => (isBelow ? panel.current?.offsetHeight : panel.current?.offsetWidth) ?? width
  const apply = (next: number, keep: boolean) => {
    setWidth(next)
    if (keep) saveWidth(id, next)
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { at: placeOf(event), width: present() }
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!drag.current) return
    const moved = (placeOf(event) - drag.current.at) * (side === 'left' ? 1 : -1)
    apply(clampWidth(drag.current.width + moved, min, max), false)
  }
  const onPointerUp = () => {
    if (drag.current) saveWidth(id, width)
    drag.current = null
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = widthForKey(event.key, present(), { grow: growKeys[side], shift: event.shiftKey, min, max })
    if (next === null) return
    event.preventDefault()
    apply(next, true)
  }
  const separator = (
    // biome-ignore lint/a11y/useSemanticElements: <hr> cannot be a focusable window splitter
    <div
      role="separator"
      aria-orientation={isBelow ? 'horizontal' : 'vertical'}
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
    <div
      ref={panel}
      className={classes.panel}
      data-side={side}
      data-stacks={stacks || undefined}
      style={{ '--panel-size': `${width}px` } as CSSProperties}
    >
      {side === 'left' ? null : separator}
      <div className={classes.panelBody}>{children}</div>
      {side === 'left' ? separator : null}
    </div>
  )
}
