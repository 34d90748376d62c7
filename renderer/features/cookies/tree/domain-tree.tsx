import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, type Ref, useImperativeHandle, useMemo, useState } from 'react'
import { type GridMoves, useVirtualGrid } from '../../../ui/grid/use-virtual-grid.ts'
import { formatCount } from '../../../ui/text/format-text.ts'
import { hostWithAscii } from '../../../ui/text/host-text.ts'
import { patchView, useView, viewOf } from '../cookie-store.ts'
import { cookiesText } from '../read-counts.ts'
import type { Shown } from '../table/use-shown.ts'
import { visibleText } from '../visible-text.ts'
import classes from './tree.module.css'
import { countOf, sameScope, type TreeRow, treeKey, treeOf, treeRows } from './tree-model.ts'

const SIZES = { rowPx: 24, headPx: 0 } // --desk-control-s
const rowDomId = (index: number): string => `domain-${index}`
const START = () => 0

type LineProps = {
  row: TreeRow
  index: number
  top: number
  count: number
  selected: boolean
  active: boolean
  onClick: () => void
  onTurn: () => void
}

const Line = ({ row, index, top, count, selected, active, onClick, onTurn }: LineProps) => {
  const Chevron = row.open ? IconChevronDown : IconChevronRight
  const label = visibleText(hostWithAscii(row.label))
  const party = row.level === 1 && row.party ? `${row.party} party` : null
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names the active line
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys
    <div
      id={rowDomId(index)}
      role="treeitem"
      aria-level={row.level}
      aria-expanded={row.open ?? undefined}
      aria-selected={selected}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-label={[label, party, cookiesText(count)].filter(Boolean).join(', ')}
      className={classes.line}
      data-level={row.level}
      data-active={active || undefined}
      data-none={count === 0 || undefined}
      title={label}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onClick}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys of the tree do the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <span
        className={classes.chevron}
        onClick={(event) => {
          event.stopPropagation()
          onTurn()
        }}
      >
        {row.open === null ? null : <Chevron size={14} stroke={1.5} aria-hidden="true" />}
      </span>
      <span className={classes.label}>{label}</span>
      {party ? <span className={classes.party}>{row.party === 'first' ? '1st' : '3rd'}</span> : null}
      <span className={classes.count}>{formatCount(count)}</span>
    </div>
  )
}

/** Registrable domains and their hosts; choosing one narrows the table. Counts follow words and chips. */
export const DomainTree = ({ viewKey, shown, handle }: { viewKey: string; shown: Shown; handle: Ref<GridMoves> }) => {
  const closed = useView(viewKey, (view) => view.closed)
  const tree = useMemo(() => treeOf(shown.rows), [shown.rows])
  const rows = useMemo(() => treeRows(tree, closed), [tree, closed])
  const grid = useVirtualGrid(rows.length, START, rowDomId, SIZES)
  useImperativeHandle(handle, () => grid.moves)
  const selectedAt = Math.max(
    0,
    rows.findIndex((row) => sameScope(row.scope, shown.scope)),
  )
  const [wanted, setActive] = useState(selectedAt)
  const active = Math.min(wanted, rows.length - 1)

  const choose = (index: number) => {
    setActive(index)
    patchView(viewKey, { scope: rows[index]?.scope ?? null })
  }
  const turn = (site: string, open: boolean) => {
    const next = new Set(viewOf(viewKey).closed)
    if (open) next.delete(site)
    else next.add(site)
    patchView(viewKey, { closed: next })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      return choose(active)
    }
    const action = treeKey(event.key, rows, active)
    if (!action) {
      if (event.key.startsWith('Arrow')) event.preventDefault() // not to the table
      return
    }
    event.preventDefault()
    if ('turn' in action) return turn(action.turn, action.open)
    grid.moves.reveal(action.go)
    choose(action.go)
  }
  const onScreen = grid.items.some(({ index }) => index === active)
  return (
    <div
      ref={grid.ref}
      role="tree"
      aria-label="Domains"
      tabIndex={0}
      aria-activedescendant={onScreen ? rowDomId(active) : undefined}
      className={classes.tree}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className={classes.lines} style={{ height: grid.totalPx }}>
        {grid.slots.map(({ index, start }) => {
          const row = rows[index]
          if (!row) return null
          return (
            <Line
              key={grid.keyOf(index)}
              row={row}
              index={index}
              top={start}
              count={countOf(shown.counts, row.scope)}
              selected={index === selectedAt}
              active={index === active}
              onClick={() => choose(index)}
              onTurn={() => row.scope && row.open !== null && turn(row.scope.name, !row.open)}
            />
          )
        })}
      </div>
    </div>
  )
}
