// biome-ignore-all lint/a11y/useFocusableInteractive: the tree has the focus and names the active row
// biome-ignore-all lint/a11y/useSemanticElements: rows of two levels in one grid cannot be a table element

import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { type SessionGrouping, verdicts } from '../../../../electron/contract/constants/session-constants.ts'
import type { SessionGroup, SessionRow } from '../../../../electron/contract/models/session-models.ts'
import { ask, problemOf, useAsk } from '../../../bridge.ts'
import { ProblemView } from '../../../ui/feedback/problem-view.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import type { Toast } from '../../../ui/feedback/toast.ts'
import { titleWithKeys } from '../../../ui/keys/keymap.ts'
import {
  listShortcuts,
  rowShortcuts,
  sessionListShortcuts,
  sessionShortcuts,
} from '../../../ui/keys/shortcuts/start-shortcuts.ts'
import { type KeyBinding, useKeys } from '../../../ui/keys/use-keys.ts'
import type { GridHandle } from '../../../ui/list/list-grid.tsx'
import { moveKeys } from '../../../ui/list/list-keys.ts'
import { formatCount, formatDateTime, formatWhen } from '../../../ui/text/format-text.ts'
import { verdictLabel } from '../../../ui/text/verdict-text.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useBulk } from '../bulk/use-bulk.ts'
import { Cell } from '../rows/session-cells.tsx'
import { listOf, patchList, selectRow, setQuery, useList } from '../session-store.ts'
import { groupCounts, groupLabel } from './group-text.ts'
import classes from './groups.module.css'
import { PAGE_ROWS, SHOWN, type TreeRow, treeMove, treeRows } from './shown-rows.ts'
import { groupQuery, useGroupSelection } from './use-group-selection.ts'

const SESSION_CELLS = ['title', 'state', 'started', 'verdict'] as const

const domId = (id: string): string => `group-row-${id.replace(/\s/g, '_')}`

type GroupListProps = {
  accountId: string
  by: SessionGrouping
  /** Off while the focus is in the inspector. */
  enabled: boolean
  handle: Ref<GridHandle<SessionRow>>
  showToast: (toast: Toast) => void
  onOpen: (row: SessionRow, play: boolean) => void
}

const Seen = ({ group, now }: { group: SessionGroup; now: number }) =>
  group.firstAt === null || group.lastAt === null ? null : (
    <span title={`First seen ${formatDateTime(group.firstAt)}, last seen ${formatDateTime(group.lastAt)}`}>
      {group.firstAt === group.lastAt
        ? formatWhen(group.lastAt, now)
        : `${formatWhen(group.firstAt, now)} – ${formatWhen(group.lastAt, now)}`}
    </span>
  )

/** The first sessions of each open group. */
const useGroupRows = (accountId: string, groups: readonly SessionGroup[], open: ReadonlySet<string>) => {
  const query = useList(accountId, (s) => s.query)
  const shown = groups.filter(({ filter }) => open.has(filter))
  const pages = useQueries({
    queries: shown.map((group) => {
      const input = { ...groupQuery(query, group), offset: 0, limit: SHOWN }
      return { queryKey: ['sessions.query', input], queryFn: () => ask('sessions.query', input) }
    }),
  })
  return (group: SessionGroup): readonly SessionRow[] => pages[shown.indexOf(group)]?.data?.rows ?? []
}

/** The sessions of the query by what they have in common. Arrows move and fold, X selects all of a group. */
export const GroupList = ({ accountId, by, enabled, handle, showToast, onOpen }: GroupListProps) => {
  const query = useList(accountId, (s) => s.query)
  const selection = useList(accountId, (s) => s.selection)
  const found = useAsk('sessions.groups', { text: query.text, by }, { placeholderData: (before) => before })
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [at, setAt] = useState<string | null>(null)
  const tree = useRef<HTMLDivElement>(null)
  const now = useNow(15_000)
  const { isPicked, pickGroup, flipGroup, flipSession } = useGroupSelection(accountId)
  const { apply } = useBulk(accountId, showToast)
  const groups = found.data?.groups ?? []
  const rows = treeRows(groups, open, useGroupRows(accountId, groups, open))
  const active = rows.find(({ id }) => id === at) ?? null

  useImperativeHandle(handle, () => ({
    focus: () => tree.current?.focus({ preventScroll: true }),
    reveal: () => {},
    toTop: () => tree.current?.scrollTo({ top: 0 }),
    pageRows: () => PAGE_ROWS,
    placeOf: () => null,
    rowAt: () => undefined,
  }))
  const fold = (id: string, isOpen: boolean) => {
    const next = new Set(open)
    if (isOpen) next.add(id)
    else next.delete(id)
    setOpen(next)
  }
  const goTo = (row: TreeRow | undefined) => {
    if (!row) return
    setAt(row.id)
    if (row.kind === 'session') selectRow(accountId, row.row.sessionId, -1)
    document.getElementById(domId(row.id))?.scrollIntoView({ block: 'nearest' })
    tree.current?.focus({ preventScroll: true })
  }
  const move = (key: string) => {
    const next = treeMove(key, rows, active?.id ?? null, open)
    if (next === null) return
    if ('to' in next) goTo(rows.find(({ id }) => id === next.to))
    else fold('open' in next ? next.open : next.close, 'open' in next)
  }
  const showAll = (group: SessionGroup) => {
    patchList(accountId, { groupBy: null })
    setQuery(accountId, groupQuery(listOf(accountId).query, group))
  }
  const enter = (row: TreeRow, play = false) => {
    if (row.kind === 'group') fold(row.id, !open.has(row.id))
    else if (row.kind === 'more') showAll(row.group)
    else onOpen(row.row, play)
  }
  const flip = (row: TreeRow) => {
    if (row.kind === 'session') flipSession(row.row.sessionId)
    else flipGroup(row.group)
  }
  const onActive = (run: (row: TreeRow) => void) => () => {
    if (active) run(active)
  }
  /** A verdict for the group that the keys are at; several selected sessions have theirs in the bar. */
  const judging: KeyBinding[] =
    selection.held || active?.kind !== 'group'
      ? []
      : verdicts.map((verdict) => ({
          shortcut: sessionShortcuts[verdict],
          label: `Set verdict ${verdictLabel(verdict).text} on group`,
          run: () => void pickGroup(active.group, true).then(() => apply({ kind: 'verdict', verdict })),
        }))
  const bindings: KeyBinding[] = [
    ...moveKeys(move),
    { shortcut: sessionListShortcuts.expand, run: (_event, keys) => move(keys) },
    { shortcut: sessionListShortcuts.collapse, run: (_event, keys) => move(keys) },
    { shortcut: listShortcuts.open, label: 'Open or expand', run: onActive(enter) },
    { shortcut: rowShortcuts.play, run: onActive((row) => enter(row, true)) },
    { shortcut: rowShortcuts.flip, label: 'Select or deselect all of the group', run: onActive(flip) },
    ...judging,
  ]
  useKeys(bindings, { enabled, layer: 2 })

  if (found.isError)
    return (
      <ProblemView problem={problemOf(found.error)} action={{ label: 'Retry', onClick: () => void found.refetch() }} />
    )
  if (!found.data) return <SkeletonRows rows={16} height={32} />
  const isSelected = (row: TreeRow): boolean =>
    row.kind === 'session' ? selection.held && selection.selected.has(row.row.sessionId) : isPicked(row.group)
  return (
    <div
      ref={tree}
      role="treegrid"
      aria-label="Sessions by group"
      aria-multiselectable
      aria-activedescendant={active ? domId(active.id) : undefined}
      tabIndex={0}
      className={classes.tree}
    >
      {rows.map((row) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of a list work wherever the focus is
        <div
          key={row.id}
          id={domId(row.id)}
          role="row"
          aria-level={row.kind === 'group' ? 1 : 2}
          aria-expanded={row.kind === 'group' ? open.has(row.id) : undefined}
          aria-posinset={row.kind === 'group' ? row.nth + 1 : undefined}
          aria-setsize={row.kind === 'group' ? groups.length : undefined}
          aria-selected={isSelected(row)}
          className={classes.row}
          data-kind={row.kind}
          data-active={row === active || undefined}
          onClick={(event) => {
            goTo(row)
            if (event.ctrlKey || event.metaKey) flip(row)
            else if (row.kind !== 'session') enter(row)
          }}
          onDoubleClick={() => row.kind === 'session' && onOpen(row.row, false)}
        >
          {row.kind === 'group' ? (
            <>
              <span role="gridcell" className={classes.label} title={groupLabel(row.group, by)} dir="auto">
                {open.has(row.id) ? (
                  <IconChevronDown size={14} stroke={1.5} />
                ) : (
                  <IconChevronRight size={14} stroke={1.5} />
                )}
                {groupLabel(row.group, by)}
              </span>
              <span role="gridcell" className={classes.fact}>
                {groupCounts(row.group)}
              </span>
              <span role="gridcell" className={classes.fact}>
                <Seen group={row.group} now={now} />
              </span>
              <span role="gridcell">
                <Button
                  variant="subtle"
                  size="compact-sm"
                  tabIndex={-1}
                  title={titleWithKeys(rowShortcuts.flip, 'Select all sessions of the group')}
                  onClick={(event) => {
                    event.stopPropagation()
                    goTo(row)
                    flipGroup(row.group)
                  }}
                >
                  {isPicked(row.group) ? 'Deselect' : 'Select'}
                </Button>
              </span>
            </>
          ) : row.kind === 'more' ? (
            <span
              role="gridcell"
              className={classes.more}
            >{`Show all ${formatCount(row.group.count)} in the list`}</span>
          ) : (
            SESSION_CELLS.map((column) => (
              <span key={column} role="gridcell" className={classes.cell}>
                <Cell column={column} row={row.row} now={now} density="compact" />
              </span>
            ))
          )}
        </div>
      ))}
      {found.data.omitted > 0 ? (
        <p className={classes.omitted}>{`${formatCount(found.data.omitted)} smaller groups are not shown.`}</p>
      ) : null}
    </div>
  )
}
