import { IconAlertTriangle, IconBan, IconClockExclamation, IconClockX, IconEye, IconEyeOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CookieRow } from '../../../../electron/contract/models/cookie-models.ts'
import grid from '../../../ui/grid/grid.module.css'
import { titleWithKeys } from '../../../ui/keys/keymap.ts'
import { cookieShortcuts } from '../../../ui/keys/shortcuts/profile-shortcuts.ts'
import { exactBytes, formatCount, formatDateTime } from '../../../ui/text/format-text.ts'
import { hostWithAscii } from '../../../ui/text/host-text.ts'
import { visibleText } from '../visible-text.ts'
import type { ColumnId } from './cookie-columns.ts'
import { expiryText } from './expiry-text.ts'
import { type Mark, markOf } from './row-mark.ts'
import classes from './table.module.css'

const icon = { size: 14, stroke: 1.5, 'aria-hidden': true } as const
const markIcons: Record<Mark['kind'], ReactNode> = {
  refused: <IconBan {...icon} />,
  expired: <IconClockX {...icon} />,
  warning: <IconAlertTriangle {...icon} />,
  soon: <IconClockExclamation {...icon} />,
}

const MarkView = ({ mark }: { mark: Mark }) => (
  <span className={classes.mark} data-kind={mark.kind}>
    {markIcons[mark.kind]}
    <span>{mark.label}</span>
  </span>
)

/** A value on screen is cut; copying takes the whole of it. */
const MOST = 400
export const MASK = '••••••••'

type ValueProps = { row: CookieRow; value: string | undefined; hasValues: boolean; onReveal: (row: CookieRow) => void }

const Value = ({ row, value, hasValues, onReveal }: ValueProps) => {
  if (row.valueBytes === 0) return <span className={grid.quiet}>empty</span>
  if (!hasValues) return <span className={grid.quiet}>not kept</span>
  const shown = value !== undefined
  return (
    <>
      <span className={classes.value} data-shown={shown || undefined}>
        {shown ? visibleText(value.slice(0, MOST)) : MASK}
      </span>
      <button
        type="button"
        tabIndex={-1}
        className={classes.eye}
        aria-label={`${shown ? 'Hide' : 'Reveal'} the value of ${visibleText(row.name)}`}
        title={titleWithKeys(cookieShortcuts.reveal, shown ? 'Hide' : 'Reveal')}
        onClick={(event) => {
          event.stopPropagation()
          onReveal(row)
        }}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        {shown ? <IconEyeOff {...icon} /> : <IconEye {...icon} />}
      </button>
    </>
  )
}

const YES = '✓'
/** The time left may be alone: it must not be broken, or half of it would be cut. */
const NO_BREAK = '\u00a0'

const Expires = ({ row, now }: { row: CookieRow; now: number }) => {
  const { date, left } = expiryText(row, now)
  if (left === '') return date
  return (
    <span className={classes.expires}>
      <span>{left.replaceAll(' ', NO_BREAK)}</span>
      <span>{date}</span>
    </span>
  )
}

const partyText = { first: 'First', third: 'Third' } as const
const kindLabels = { session: 'Session', persistent: 'Persistent' } as const

/** The whole of what a cell may have to cut, for anyone who points at it; empty where nothing is left to say. */
export const cellTitle = (column: ColumnId, row: CookieRow): string => {
  switch (column) {
    case 'name':
      return visibleText(row.name)
    case 'findings':
      return markOf(row)?.sentences.join('\n') ?? ''
    case 'domain':
      return visibleText(hostWithAscii(row.given.domain))
    case 'path':
      return visibleText(row.path)
    case 'expires':
      return row.expiresAt === null ? '' : formatDateTime(row.expiresAt)
    case 'size':
      return exactBytes(row.sizeBytes)
    case 'sameSite':
      return row.given.sameSite === null ? 'Lax, because it has no SameSite value' : ''
    case 'partition':
      return visibleText(row.partition ?? '')
    case 'store':
      return visibleText(row.given.storeId ?? '')
    default:
      return ''
  }
}

type CellProps = ValueProps & { column: ColumnId; now: number }

/**
 * The content of one cell: text wherever that is enough, since a screen holds some three hundred cells and scrolling
 * draws them all. `now` in epoch ms; `value` only while it is revealed.
 */
export const cookieCell = ({ column, now, ...rest }: CellProps): ReactNode => {
  const { row } = rest
  switch (column) {
    case 'name':
      return row.name === '' ? <span className={grid.quiet}>no name</span> : visibleText(row.name)
    case 'findings': {
      const mark = markOf(row)
      return mark ? <MarkView mark={mark} /> : null
    }
    case 'value':
      return <Value {...rest} />
    case 'domain':
      return visibleText(hostWithAscii(row.given.domain))
    case 'path':
      return visibleText(row.path)
    case 'expires':
      return <Expires row={row} now={now} />
    case 'size':
      return formatCount(row.sizeBytes)
    case 'httpOnly':
      return row.httpOnly ? YES : null
    case 'secure':
      return row.secure ? YES : null
    case 'sameSite':
      return row.given.sameSite === null ? <span className={grid.quiet}>{row.sameSite}</span> : row.sameSite
    case 'partition':
      return row.partition === null ? null : visibleText(row.partition)
    case 'hostOnly':
      return row.hostOnly ? YES : null
    case 'party':
      return row.party === null ? null : partyText[row.party]
    case 'store':
      return row.given.storeId === null ? null : visibleText(row.given.storeId)
    case 'kind':
      return kindLabels[row.kind]
  }
}
