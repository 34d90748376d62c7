import { type ReactNode, useDeferredValue } from 'react'
import frame from '../../../ui/list/list.module.css'
import { ListAside } from '../../../ui/list/list-aside.tsx'
import { NewRows } from '../../../ui/list/new-rows.tsx'
import { useList } from '../session-store.ts'

/** Announces rows above the visible ones in the list of an account. */
export const RowsAbove = ({ accountId, onClick }: { accountId: string; onClick: () => void }) => {
  const newAbove = useList(accountId, (s) => s.newAbove)
  const lost = useList(accountId, (s) => s.lost)
  return <NewRows count={newAbove} lost={lost} onClick={onClick} />
}

type AsideProps = {
  accountId: string
  render: (sessionId: string) => ReactNode
  onFocusInside: (inside: boolean) => void
}

/** The inspector of the selection. It keeps its place when nothing is selected, so that columns do not jump. */
export const Aside = ({ accountId, render, onFocusInside }: AsideProps) => {
  // A repeating arrow key must not wait for the panel of every row it passes.
  const selectedId = useDeferredValue(useList(accountId, (s) => s.selectedId))
  const open = useList(accountId, (s) => s.inspectorOpen)
  if (!open) return null
  return (
    <ListAside label="Inspector" id="sessions-inspector" max={560} onFocusInside={onFocusInside}>
      {selectedId === null ? (
        <p className={frame.hint}>Select a session to see its details and add a verdict.</p>
      ) : (
        render(selectedId)
      )}
    </ListAside>
  )
}
