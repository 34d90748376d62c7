import { IconFlag } from '@tabler/icons-react'
import type { GridColumn } from '../../../ui/grid/grid-columns.ts'
import type { CookieSort } from './cookie-query.ts'

export const columnIds = [
  'name',
  'findings',
  'value',
  'domain',
  'expires',
  'httpOnly',
  'secure',
  'sameSite',
  'path',
  'size',
  'partition',
  'hostOnly',
  'party',
  'store',
  'kind',
] as const
export type ColumnId = (typeof columnIds)[number]
export type Column = GridColumn<ColumnId, CookieSort>

/** The content of a cell of a column that `fits` is never longer than its width at first, and never made narrower. */
const column = (id: ColumnId, label: string, width: number, rest: Partial<Column> = {}): Column => ({
  id,
  label,
  width,
  ...(rest.fits ? { min: width } : {}),
  leaves: 0, // the table scrolls sideways instead
  ...(id === 'value' ? {} : { sort: id }),
  ...rest,
})

/**
 * In the order of the table: what tells a cookie fits beside both panels into 1,280 px, the rest is reached sideways.
 * There is no order by value: values stay in main.
 */
const COLUMNS: readonly Column[] = [
  column('name', 'Name', 104, { grow: 2 }),
  column('findings', 'Findings', 28, { grow: 1, min: 28, icon: IconFlag }),
  column('value', 'Value', 64, { grow: 4 }),
  column('domain', 'Domain', 128, { grow: 2 }),
  column('expires', 'Expires', 68, { grow: 1.5, quiet: true }),
  column('httpOnly', 'HttpOnly', 50, { fits: true }),
  column('secure', 'Secure', 42, { fits: true }),
  column('sameSite', 'SameSite', 60, { fits: true }),
  column('path', 'Path', 48, { quiet: true }),
  column('size', 'Size', 44, { align: 'end', quiet: true, fits: true }),
  column('partition', 'Partition', 60, { quiet: true }),
  column('hostOnly', 'Host-only', 58, { fits: true }),
  column('party', 'Party', 40, { quiet: true, fits: true }),
  column('store', 'Store', 48, { quiet: true }),
  column('kind', 'Kind', 72, { quiet: true, fits: true }),
]

/** The name never leaves. What stands in another column as well is hidden at first: the dot of the domain, the expiry. */
export const hideable: readonly Column[] = COLUMNS.filter(({ id }) => id !== 'name')
export const DEFAULT_HIDDEN: readonly ColumnId[] = ['hostOnly', 'store', 'kind']

export const shownColumns = (hidden: readonly ColumnId[]): readonly Column[] =>
  COLUMNS.filter(({ id }) => !hidden.includes(id))

export const sortLabels = Object.fromEntries(
  COLUMNS.flatMap(({ sort, label }) => (sort ? [[sort, label]] : [])),
) as Record<CookieSort, string>
