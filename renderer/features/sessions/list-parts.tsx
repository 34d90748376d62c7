import { IconArrowUp } from '@tabler/icons-react'
import { type ReactNode, useDeferredValue } from 'react'
import { formatCount } from '../../ui/format.ts'
import frame from '../../ui/list-place.module.css'
import { ResizablePanel } from '../../ui/resizable-panel.tsx'
import { useList } from './list-store.ts'
import classes from './place.module.css'

/** Tells of rows that came above what one reads. They wait there until one goes up. */
export const NewRows = ({ accountId, onClick }: { accountId: string; onClick: () => void }) => {
  const newAbove = useList(accountId, (s) => s.newAbove)
  const held = useList(accountId, (s) => s.held)
  if (newAbove === 0 && !held) return null
  return (
    <button type="button" className={classes.pill} onClick={onClick}>
      <IconArrowUp size={14} stroke={1.5} aria-hidden="true" />
      {held ? 'The list has changed' : `${formatCount(newAbove)} new`}
    </button>
  )
}

type AsideProps = {
  accountId: string
  render: (sessionId: string) => ReactNode
  onFocusInside: (inside: boolean) => void
}

/** The inspector of the selection. It keeps its place when nothing is selected, so that columns do not jump. */
export const Aside = ({ accountId, render, onFocusInside }: AsideProps) => {
  // A held arrow key must not wait for the panel of every row it passes.
  const selectedId = useDeferredValue(useList(accountId, (s) => s.selectedId))
  const open = useList(accountId, (s) => s.inspectorOpen)
  if (!open) return null
  return (
    <aside
      className={frame.aside}
      aria-label="Inspector"
      onFocus={() => onFocusInside(true)}
      onBlur={() => onFocusInside(false)}
    >
      <ResizablePanel side="right" id="sessions-inspector" defaultWidth={320} min={260} max={560}>
        {selectedId === null ? (
          <p className={frame.hint}>Select a session to see and judge it here.</p>
        ) : (
          render(selectedId)
        )}
      </ResizablePanel>
    </aside>
  )
}
