// biome-ignore-all lint/a11y/useFocusableInteractive: the tree has the focus and names the active row
// biome-ignore-all lint/a11y/useSemanticElements: rows of two levels in one grid cannot be a table element

import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { SessionGrouping } from '../../../../electron/contract/constants/session-constants.ts'
import type { SessionGroup } from '../../../../electron/contract/models/session-models.ts'
import { titleWithKeys } from '../../../ui/keys/keymap.ts'
import { rowShortcuts } from '../../../ui/keys/shortcuts/start-shortcuts.ts'
import { formatCount, formatDateTime, formatWhen } from '../../../ui/text/format-text.ts'
import { Cell } from '../rows/session-cells.tsx'
import { groupCounts, groupLabel } from './group-text.ts'
import classes from './groups.module.css'
import type { TreeRow } from './shown-rows.ts'

const SESSION_CELLS = ['title', 'state', 'started', 'verdict'] as const

export const domId = (id: string): string => `group-row-${id.replace(/\s/g, '_')}`

const Seen = ({ group, now }: { group: SessionGroup; now: number }) =>
  group.firstAt === null || group.lastAt === null ? null : (
    <span title={`First seen ${formatDateTime(group.firstAt)}, last seen ${formatDateTime(group.lastAt)}`}>
      {group.firstAt === group.lastAt
        ? formatWhen(group.lastAt, now)
        : `${formatWhen(group.firstAt, now)} – ${formatWhen(group.lastAt, now)}`}
    </span>
  )

type GroupCellsProps = {
  group: SessionGroup
  by: SessionGrouping
  isOpen: boolean
  isPicked: boolean
  now: number
  onPick: () => void
}

const GroupCells = ({ group, by, isOpen, isPicked, now, onPick }: GroupCellsProps) => {
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <>
      <span role="gridcell" className={classes.label} title={groupLabel(group, by)} dir="auto">
        <Chevron size={14} stroke={1.5} />
        {groupLabel(group, by)}
      </span>
      <span role="gridcell" className={classes.fact}>
        {groupCounts(group)}
      </span>
      <span role="gridcell" className={classes.fact}>
        <Seen group={group} now={now} />
      </span>
      <span role="gridcell">
        <Button
          variant="subtle"
          size="compact-sm"
          tabIndex={-1}
          title={titleWithKeys(rowShortcuts.flip, 'Select all sessions of the group')}
          onClick={(event) => {
            event.stopPropagation()
            onPick()
          }}
        >
          {isPicked ? 'Deselect' : 'Select'}
        </Button>
      </span>
    </>
  )
}

type GroupTreeRowProps = {
  row: TreeRow
  by: SessionGrouping
  /** How many groups there are. */
  setSize: number
  isActive: boolean
  isOpen: boolean
  isSelected: boolean
  now: number
  goTo: (row: TreeRow) => void
  flip: (row: TreeRow) => void
  /** Folds a group, shows the rest of one; a session only on a double click. */
  enter: (row: TreeRow) => void
}

/** One line: a group, a session below it, or what shows the rest. */
export const GroupTreeRow = (props: GroupTreeRowProps) => {
  const { row, by, setSize, isActive, isOpen, isSelected, now, goTo, flip, enter } = props
  const isGroup = row.kind === 'group'
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of a list work wherever the focus is
    <div
      id={domId(row.id)}
      role="row"
      aria-level={isGroup ? 1 : 2}
      aria-expanded={isGroup ? isOpen : undefined}
      aria-posinset={isGroup ? row.nth + 1 : undefined}
      aria-setsize={isGroup ? setSize : undefined}
      aria-selected={isSelected}
      className={classes.row}
      data-kind={row.kind}
      data-active={isActive || undefined}
      onClick={(event) => {
        goTo(row)
        if (event.ctrlKey || event.metaKey) flip(row)
        else if (row.kind !== 'session') enter(row)
      }}
      onDoubleClick={() => {
        if (row.kind === 'session') enter(row)
      }}
    >
      {row.kind === 'group' ? (
        <GroupCells
          group={row.group}
          by={by}
          isOpen={isOpen}
          isPicked={isSelected}
          now={now}
          onPick={() => {
            goTo(row)
            flip(row)
          }}
        />
      ) : row.kind === 'more' ? (
        <span role="gridcell" className={classes.more}>{`Show all ${formatCount(row.group.count)} in the list`}</span>
      ) : (
        SESSION_CELLS.map((column) => (
          <span key={column} role="gridcell" className={classes.cell}>
            <Cell column={column} row={row.row} now={now} density="compact" />
          </span>
        ))
      )}
    </div>
  )
}
