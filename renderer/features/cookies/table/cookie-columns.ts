import { IconFlag } from '@tabler/icons-react'
import { DENSE_GAP, type GridColumn, visibleColumns } from '../../../ui/grid/grid-columns.ts'
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
  leaves: columnIds.indexOf(id),
  ...(id === 'value' ? {} : { sort: id }),
  ...rest,
})

/**
 * In the order of the table, which is also the order in which they leave a narrow one, the last one first.
 * There is no order by value: values stay in main.
 */
const COLUMNS: readonly Column[] = [
  column('name', 'Name', 104, { grow: 2 }),
  column('findings', 'Findings', 28, { grow: 1, min: 28, icon: IconFlag }),
  column('value', 'Value', 64, { grow: 4 }),
  column('domain', 'Domain', 120, { grow: 2 }),
  column('expires', 'Expires', 66, { grow: 1.5, quiet: true }),
  column('httpOnly', 'HttpOnly', 50, { fits: true, leaves: 6 }),
  // Only SameSite says whether a cookie reaches another site, so it leaves after the two that have chips.
  column('secure', 'Secure', 42, { fits: true, leaves: 7 }),
  column('sameSite', 'SameSite', 60, { fits: true, leaves: 5 }),
  column('path', 'Path', 48, { quiet: true }),
  column('size', 'Size', 44, { align: 'end', quiet: true, fits: true }),
  column('partition', 'Partition', 60, { quiet: true }),
  column('hostOnly', 'Host-only', 58, { fits: true }),
  column('party', 'Party', 40, { quiet: true, fits: true }),
  column('store', 'Store', 48, { quiet: true }),
  column('kind', 'Kind', 72, { quiet: true, fits: true }),
]

/** The name never leaves. What is in another column as well is hidden at first: the dot of the domain, the expiry. */
export const hideable: readonly Column[] = COLUMNS.filter(({ id }) => id !== 'name')
export const DEFAULT_HIDDEN: readonly ColumnId[] = ['hostOnly', 'store', 'kind']

export const shownColumns = (hidden: readonly ColumnId[]): readonly Column[] =>
  COLUMNS.filter(({ id }) => !hidden.includes(id))

/** px that a value needs to be recognised; masked ones take less. */
const REVEALED_PX = 140

/** The columns that fit into `width` px: masked values leave their room to others. */
export const fittingColumns = (shown: readonly Column[], width: number, revealed: boolean): readonly Column[] =>
  visibleColumns(
    shown.map((one) => (revealed && one.id === 'value' ? { ...one, width: REVEALED_PX } : one)),
    width,
    DENSE_GAP,
  )

export const sortLabels = Object.fromEntries(
  COLUMNS.flatMap(({ sort, label }) => (sort ? [[sort, label]] : [])),
) as Record<CookieSort, string>
