import { useQueries } from '@tanstack/react-query'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { type SessionGrouping, verdicts } from '../../../../electron/contract/constants/session-constants.ts'
import type { SessionGroup, SessionRow } from '../../../../electron/contract/models/session-models.ts'
import { ask, problemOf, useAsk } from '../../../bridge.ts'
import { ProblemView } from '../../../ui/feedback/problem-view.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import type { Toast } from '../../../ui/feedback/toast.ts'
import {
  listShortcuts,
  rowShortcuts,
  sessionListShortcuts,
  sessionShortcuts,
} from '../../../ui/keys/shortcuts/start-shortcuts.ts'
import { type KeyBinding, useKeys } from '../../../ui/keys/use-keys.ts'
import type { GridHandle } from '../../../ui/list/list-grid.tsx'
import { moveKeys } from '../../../ui/list/list-keys.ts'
import { formatCount } from '../../../ui/text/format-text.ts'
import { verdictLabel } from '../../../ui/text/verdict-text.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useBulk } from '../bulk/use-bulk.ts'
import { exportOf, listOf, patchList, selectRow, setQuery, useList } from '../session-store.ts'
import { domId, GroupTreeRow } from './group-tree-row.tsx'
import classes from './groups.module.css'
import { PAGE_ROWS, SHOWN, type TreeRow, treeMove, treeRows } from './shown-rows.ts'
import { groupQuery, useGroupSelection } from './use-group-selection.ts'

type GroupListProps = {
  accountId: string
  by: SessionGrouping
  /** Off while the focus is in the inspector. */
  enabled: boolean
  handle: Ref<GridHandle<SessionRow>>
  showToast: (toast: Toast) => void
  onOpen: (row: SessionRow, play: boolean) => void
}

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
  /** What is done to the group that the keys are at; several selected sessions have theirs in the bar. */
  const ofGroup = ({ group }: { group: SessionGroup }): KeyBinding[] => [
    ...verdicts.map((verdict) => ({
      shortcut: sessionShortcuts[verdict],
      label: `Set verdict ${verdictLabel(verdict).text} on group`,
      run: () => void pickGroup(group, true).then(() => apply({ kind: 'verdict', verdict })),
    })),
    {
      shortcut: sessionListShortcuts.exportReviews,
      label: 'Export reviews of group',
      run: () => patchList(accountId, { handOver: exportOf(groupQuery(query, group), group.count) }),
    },
  ]
  const bindings: KeyBinding[] = [
    ...moveKeys(move),
    { shortcut: sessionListShortcuts.expand, run: (_event, keys) => move(keys) },
    { shortcut: sessionListShortcuts.collapse, run: (_event, keys) => move(keys) },
    { shortcut: listShortcuts.open, label: 'Open or expand', run: onActive(enter) },
    { shortcut: rowShortcuts.play, run: onActive((row) => enter(row, true)) },
    { shortcut: rowShortcuts.flip, label: 'Select or deselect all of the group', run: onActive(flip) },
    ...(selection.held || active?.kind !== 'group' ? [] : ofGroup(active)),
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
        <GroupTreeRow
          key={row.id}
          row={row}
          by={by}
          setSize={groups.length}
          isActive={row === active}
          isOpen={open.has(row.id)}
          isSelected={isSelected(row)}
          now={now}
          goTo={goTo}
          flip={flip}
          enter={enter}
        />
      ))}
      {found.data.omitted > 0 ? (
        <p className={classes.omitted}>{`${formatCount(found.data.omitted)} smaller groups are not shown.`}</p>
      ) : null}
    </div>
  )
}
