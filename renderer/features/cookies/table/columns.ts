import type { GridColumn } from '../../../ui/grid-columns.ts'
import type { CookieSort } from './cookie-query.ts'

export const columnIds = [
  'name',
  'findings',
  'value',
  'domain',
  'path',
  'expires',
  'size',
  'httpOnly',
  'secure',
  'sameSite',
  'partition',
  'hostOnly',
  'party',
  'store',
  'kind',
] as const
export type ColumnId = (typeof columnIds)[number]
export type Column = GridColumn<ColumnId, CookieSort>

const column = (id: ColumnId, label: string, width: number, rest: Partial<Column> = {}): Column => ({
  id,
  label,
  width,
  leaves: 0, // the table scrolls sideways instead
  ...(id === 'value' ? {} : { sort: id }),
  ...rest,
})

/** In the order of the table. There is no order by value: values stay in main. */
const COLUMNS: readonly Column[] = [
  column('name', 'Name', 136, { grow: 2 }),
  column('findings', 'Findings', 84),
  column('value', 'Value', 104, { grow: 3 }),
  column('domain', 'Domain', 168, { grow: 2 }),
  column('path', 'Path', 64),
  column('expires', 'Expires', 156),
  column('size', 'Size', 44, { align: 'end' }),
  column('httpOnly', 'HttpOnly', 60),
  column('secure', 'Secure', 48),
  column('sameSite', 'SameSite', 64),
  column('partition', 'Partition', 132),
  column('hostOnly', 'Host-only', 64),
  column('party', 'Party', 48),
  column('store', 'Store', 44),
  column('kind', 'Kind', 72),
]

/** The name never leaves; whether a cookie is one of a session stands under Expires as well. */
export const hideable: readonly Column[] = COLUMNS.filter(({ id }) => id !== 'name')
export const DEFAULT_HIDDEN: readonly ColumnId[] = ['store', 'kind']

export const shownColumns = (hidden: readonly ColumnId[]): readonly Column[] =>
  COLUMNS.filter(({ id }) => !hidden.includes(id))

export const sortLabels = Object.fromEntries(
  COLUMNS.flatMap(({ sort, label }) => (sort ? [[sort, label]] : [])),
) as Record<CookieSort, string>
