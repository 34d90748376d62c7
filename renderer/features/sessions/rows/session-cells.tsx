import type { SessionRow } from '../../../../electron/contract/models/session-models.ts'
import { Dotted } from '../../../ui/dotted.tsx'
import classes from '../../../ui/grid/grid.module.css'
import { formatCount, formatDateTime, formatDuration, formatPast } from '../../../ui/text/format-text.ts'
import { verdictLabel } from '../../../ui/text/verdict-text.ts'
import type { ColumnId } from './session-columns.ts'
import type { Density } from './session-density.ts'
import { SessionTitle } from './session-title.tsx'
import { StateMark } from './state-mark.tsx'

const Tags = ({ tags }: { tags: string[] }) =>
  tags.length === 0 ? null : (
    <span className={classes.tags} title={tags.join(', ')}>
      {tags.slice(0, 4).map((tag) => (
        <span key={tag} className={classes.tag}>
          {tag}
        </span>
      ))}
    </span>
  )

type CellProps = { column: ColumnId; row: SessionRow; now: number; density: Density }

/** The content of one cell. `now` in epoch ms. */
export const Cell = ({ column, row, now, density }: CellProps) => {
  switch (column) {
    case 'title':
      return <SessionTitle row={row} density={density} />
    case 'state':
      return <StateMark row={row} />
    case 'started':
      return row.createdAt === null ? null : (
        <span className={classes.quiet} title={formatDateTime(row.createdAt)}>
          {formatPast(row.createdAt, now)}
        </span>
      )
    case 'length':
      return row.durationMs === null ? null : <span className={classes.quiet}>{formatDuration(row.durationMs)}</span>
    case 'verdict':
      return row.verdict === null ? null : <Dotted label={verdictLabel(row.verdict)} />
    case 'tags':
      return <Tags tags={row.tags} />
    case 'steps':
      return row.stepCount === null ? null : <span className={classes.quiet}>{formatCount(row.stepCount)}</span>
  }
}
