// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid of absolute rows cannot be a table element
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the active row
import { type MouseEvent, type Ref, useImperativeHandle } from 'react'
import type { ProfileRow } from '../../../../electron/contract/models/cookie-models.ts'
import { type GridMoves, rowIndexOf, useVirtualGrid } from '../../../ui/grid/use-virtual-grid.ts'
import { formatCount } from '../../../ui/text/format-text.ts'
import { useNow } from '../../../ui/use-now.ts'
import { cookiesText } from '../read-counts.ts'
import { profileFacts, profileName } from './profile-text.ts'
import classes from './profiles.module.css'

const SIZES = { rowPx: 44, headPx: 0 }
const rowDomId = (index: number): string => `profile-${index}`
const START = () => 0

type ProfileListProps = {
  rows: readonly ProfileRow[]
  /** On screen now. */
  openId: string | null
  /** The row that the keyboard acts on; -1: nowhere. */
  at: number
  handle: Ref<GridMoves>
  onOpen: (row: ProfileRow, index: number) => void
  onMenu: (row: ProfileRow, at: { x: number; y: number }) => void
}

/** Profiles as a list; a click opens, arrow keys only move. */
export const ProfileList = ({ rows, openId, at, handle, onOpen, onMenu }: ProfileListProps) => {
  const grid = useVirtualGrid(rows.length, START, rowDomId, SIZES)
  const now = useNow(15_000)
  useImperativeHandle(handle, () => grid.moves)
  const hit = (event: MouseEvent) => {
    const index = rowIndexOf(event)
    const row = rows[index]
    return row ? { row, index } : null
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the list are bound in use-profile-keys.ts
    <div
      ref={grid.ref}
      role="grid"
      aria-label="Profiles"
      aria-rowcount={rows.length}
      tabIndex={0}
      aria-activedescendant={grid.items.some(({ index }) => index === at) ? rowDomId(at) : undefined}
      className={classes.list}
      onClick={(event) => {
        const found = hit(event)
        if (found) onOpen(found.row, found.index)
      }}
      onContextMenu={(event) => {
        const place = event.button === 2 ? null : grid.moves.placeOf(at)
        const row = place ? rows[at] : hit(event)?.row
        if (!row) return
        event.preventDefault()
        onMenu(row, place ?? { x: event.clientX, y: event.clientY })
      }}
    >
      <div role="rowgroup" className={classes.rows} style={{ height: grid.totalPx }}>
        {grid.items.map(({ index, start }) => {
          const row = rows[index]
          if (!row) return null
          const name = profileName(row)
          return (
            <div
              key={grid.keyOf(index)}
              id={rowDomId(index)}
              role="row"
              tabIndex={-1}
              aria-selected={row.profileId === openId}
              aria-rowindex={index + 1}
              data-index={index}
              data-active={index === at || undefined}
              className={classes.row}
              title={`${name}\n${row.profileId}`}
              style={{ transform: `translateY(${start}px)` }}
            >
              <span role="gridcell" className={classes.first}>
                <span className={classes.name}>{name}</span>
                {row.cookieCount === null ? null : (
                  <span className={classes.count} title={`${cookiesText(row.cookieCount)} at the last update`}>
                    {formatCount(row.cookieCount)}
                  </span>
                )}
              </span>
              <span role="gridcell" className={classes.facts}>
                {profileFacts(row, now)}
              </span>
            </div>
          )
        })}
      </div>
    </div>
  )
}
