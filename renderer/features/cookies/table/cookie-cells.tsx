import { IconAlertTriangle, IconBan, IconClockExclamation, IconClockX, IconEye, IconEyeOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CookieRow } from '../../../../electron/contract/cookie-models.ts'
import { exactBytes, formatCount, formatDateTime } from '../../../ui/format.ts'
import grid from '../../../ui/grid.module.css'
import { visibleText } from '../visible-text.ts'
import type { ColumnId } from './columns.ts'
import { expiryWords } from './expiry-words.ts'
import { type Mark, markOf } from './marks.ts'
import classes from './table.module.css'

const icon = { size: 14, stroke: 1.5, 'aria-hidden': true } as const
const markIcons: Record<Mark['kind'], ReactNode> = {
  refused: <IconBan {...icon} />,
  expired: <IconClockX {...icon} />,
  warning: <IconAlertTriangle {...icon} />,
  soon: <IconClockExclamation {...icon} />,
}

const MarkView = ({ mark }: { mark: Mark }) => (
  <span className={classes.mark} data-kind={mark.kind} title={mark.sentences.join('\n')}>
    {markIcons[mark.kind]}
    {mark.word}
  </span>
)

const Plain = ({ text, quiet, mono }: { text: string; quiet?: boolean; mono?: boolean }) => {
  const shown = visibleText(text)
  return (
    <span className={quiet ? grid.quiet : undefined} data-mono={mono || undefined} title={shown}>
      {shown}
    </span>
  )
}

const Yes = ({ on }: { on: boolean }) => (on ? <span title="Yes">✓</span> : null)

/** A value on screen is cut; copying takes the whole of it. */
const MOST = 400
export const MASK = '••••••••'

type ValueProps = { row: CookieRow; value: string | undefined; hasValues: boolean; onReveal: (row: CookieRow) => void }

const Value = ({ row, value, hasValues, onReveal }: ValueProps) => {
  if (row.valueBytes === 0) return <span className={grid.quiet}>empty</span>
  if (!hasValues) return <span className={grid.quiet}>not kept</span>
  const shown = value !== undefined
  return (
    <span className={classes.value}>
      <span className={classes.valueText} data-shown={shown || undefined}>
        {shown ? visibleText(value.slice(0, MOST)) : MASK}
      </span>
      <button
        type="button"
        tabIndex={-1}
        className={classes.eye}
        aria-label={`${shown ? 'Hide' : 'Reveal'} the value of ${visibleText(row.name)}`}
        title={`${shown ? 'Hide' : 'Reveal'} (V)`}
        onClick={(event) => {
          event.stopPropagation()
          onReveal(row)
        }}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        {shown ? <IconEyeOff {...icon} /> : <IconEye {...icon} />}
      </button>
    </span>
  )
}

const Expires = ({ row, now }: { row: CookieRow; now: number }) => {
  const { date, left } = expiryWords(row, now)
  return (
    <span className={grid.quiet} title={row.expiresAt === null ? undefined : formatDateTime(row.expiresAt)}>
      {date}
      {left ? <span className={classes.left}>{left}</span> : null}
    </span>
  )
}

type CellProps = ValueProps & { column: ColumnId; now: number }

/** What stands in one cell. `now` in epoch ms; `value` only while it is revealed. */
export const Cell = ({ column, now, ...rest }: CellProps) => {
  const { row } = rest
  switch (column) {
    case 'name':
      return row.name === '' ? <span className={grid.quiet}>no name</span> : <Plain text={row.name} />
    case 'findings': {
      const mark = markOf(row)
      return mark ? <MarkView mark={mark} /> : null
    }
    case 'value':
      return <Value {...rest} />
    case 'domain':
      return <Plain text={row.given.domain} />
    case 'path':
      return <Plain text={row.path} quiet />
    case 'expires':
      return <Expires row={row} now={now} />
    case 'size':
      return (
        <span className={grid.quiet} title={exactBytes(row.sizeBytes)}>
          {formatCount(row.sizeBytes)}
        </span>
      )
    case 'httpOnly':
      return <Yes on={row.httpOnly} />
    case 'secure':
      return <Yes on={row.secure} />
    case 'sameSite':
      return <Plain text={row.sameSite} quiet={row.given.sameSite === null} />
    case 'partition':
      return row.partition === null ? null : <Plain text={row.partition} quiet />
    case 'hostOnly':
      return <Yes on={row.hostOnly} />
    case 'party':
      return row.party === null ? null : <Plain text={row.party === 'first' ? 'First' : 'Third'} quiet />
    case 'store':
      return row.given.storeId === null ? null : <Plain text={row.given.storeId} quiet />
    case 'kind':
      return <Plain text={row.kind === 'session' ? 'Session' : 'Persistent'} quiet />
  }
}
