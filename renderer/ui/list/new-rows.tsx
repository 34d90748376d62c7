import { IconArrowUp } from '@tabler/icons-react'
import classes from '../kit.module.css'
import { formatCount } from '../text/format-text.ts'

type NewRowsProps = {
  /** Rows that came above what one reads since it was last at the top. */
  count: number
  /** The list changed so much that what one reads could not be found again. */
  lost?: boolean
  onClick: () => void
}

/** Tells of rows that came above what one reads. They wait there until one goes up. */
export const NewRows = ({ count, lost = false, onClick }: NewRowsProps) =>
  count === 0 && !lost ? null : (
    <button type="button" className={classes.pill} onClick={onClick}>
      <IconArrowUp size={14} stroke={1.5} aria-hidden="true" />
      {lost ? 'The list has changed' : `${formatCount(count)} new`}
    </button>
  )
