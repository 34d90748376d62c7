import type { ReactNode } from 'react'
import { ResizablePanel } from '../panel/resizable-panel.tsx'
import classes from './list.module.css'

type ListAsideProps = {
  label: string
  /** Its width is kept under this name. */
  id: string
  /** px. */
  max: number
  onFocusInside: (inside: boolean) => void
  children: ReactNode
}

/** The panel beside a list for the selected row. */
export const ListAside = ({ label, id, max, onFocusInside, children }: ListAsideProps) => (
  <aside
    className={classes.aside}
    aria-label={label}
    onFocus={() => onFocusInside(true)}
    onBlur={() => onFocusInside(false)}
  >
    <ResizablePanel side="right" id={id} defaultWidth={320} min={260} max={max}>
      {children}
    </ResizablePanel>
  </aside>
)
