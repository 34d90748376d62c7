import { IconArrowUp } from '@tabler/icons-react'
import classes from '../kit.module.css'
import { formatCount } from '../text/format-text.ts'

type NewRowsProps = {
  /** Rows added above the visible ones since the list was last at its top. */
  count: number
  /** The list changed so much that the visible rows could not be found again. */
  lost?: boolean
  onClick: () => void
}

/** Announces rows added above the visible ones, which appear on the way up. */
export const NewRows = ({ count, lost = false, onClick }: NewRowsProps) =>
  count === 0 && !lost ? null : (
    <button type="button" className={classes.pill} onClick={onClick}>
      <IconArrowUp size={14} stroke={1.5} aria-hidden="true" />
      {lost ? 'The list has changed' : `${formatCount(count)} new`}
    </button>
  )
