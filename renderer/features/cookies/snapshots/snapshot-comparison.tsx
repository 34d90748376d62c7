import { IconEqual, IconFilterOff } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type ChangeKind, changeKinds } from '../../../../electron/contract/constants/cookie-constants.ts'
import type { CookieChange, CookieSide } from '../../../../electron/contract/models/cookie-models.ts'
import { problemOf, useAsk } from '../../../bridge.ts'
import { EmptyView } from '../../../ui/feedback/empty-view.tsx'
import { ProblemView } from '../../../ui/feedback/problem-view.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { moveTo } from '../../../ui/grid/grid-keys.ts'
import type { GridMoves } from '../../../ui/grid/use-virtual-grid.ts'
import { comparisonShortcuts } from '../../../ui/keys/shortcuts/profile-shortcuts.ts'
import { useKeys } from '../../../ui/keys/use-keys.ts'
import frame from '../../../ui/list/list.module.css'
import { filterKeys, moveKeys } from '../../../ui/list/list-keys.ts'
import { useFirstMatch } from '../../../ui/list/use-first-match.ts'
import { ResizablePanel } from '../../../ui/panel/resizable-panel.tsx'
import { formatCount } from '../../../ui/text/format-text.ts'
import { ChipGroup } from '../../../ui/toolbar/chip-group.tsx'
import { FilterField } from '../../../ui/toolbar/filter-field.tsx'
import bar from '../../../ui/toolbar/toolbar.module.css'
import { cookiesText } from '../read-counts.ts'
import { kindLabels } from './change-text.ts'
import classes from './compare.module.css'
import { CompareDetails, type WhichSide } from './compare-details.tsx'
import { CompareGrid } from './compare-grid.tsx'
import { CompareHeader } from './compare-header.tsx'
import { arrange, countKinds, DEFAULT_COMPARE, rowsOfChanges, sortBy } from './compare-rows.ts'

const SIZES_ONLY =
  'Both snapshots have only hashes with different keys. A value with a different size has changed; for values of the same size, changes cannot be detected.'
const icon = { size: 24, stroke: 1.5 } as const

/** `id`: of the cookie in that side. */
export type CookieOfSide = { side: CookieSide; id: string }

type CompareViewProps = {
  before: CookieSide
  after: CookieSide
  onClose: () => void
  /** All fields of one side of a change are to be shown; null: no longer. */
  onShow: (cookie: CookieOfSide | null) => void
}

/** What changed between two reads of a profile's cookies. */
export const CompareView = (props: CompareViewProps) => {
  const [swapped, setSwapped] = useState(false)
  const [before, after] = swapped ? [props.after, props.before] : [props.before, props.after]
  return <Comparison {...props} before={before} after={after} onSwap={() => setSwapped(!swapped)} />
}

const Comparison = ({ before, after, onClose, onShow, onSwap }: CompareViewProps & { onSwap: () => void }) => {
  const asked = useAsk('snapshots.compare', { before, after }, { staleTime: Number.POSITIVE_INFINITY, retry: false })
  const [query, setQuery] = useState(DEFAULT_COMPARE)
  const [selectedKey, setSelectedKey] = useState<string | null>(null)
  const [detailsOpen, setDetailsOpen] = useState(true)
  const [aside, setAside] = useState(false)
  const [shownSide, setShownSide] = useState<WhichSide | null>(null)
  const grid = useRef<GridMoves>(null)
  const filterInput = useRef<HTMLInputElement>(null)

  const all = useMemo(() => rowsOfChanges(asked.data?.changes ?? []), [asked.data])
  const rows = useMemo(() => arrange(all, query), [all, query])
  const counts = useMemo(() => countKinds(all), [all])
  const selected = rows.findIndex(({ change }) => change.key === selectedKey)
  const change = rows[selected]?.change ?? null
  const filtered = query.text !== '' || query.kinds.length > 0

  const cookieOf = (of: CookieChange, which: WhichSide): CookieOfSide | null => {
    const id = of[which]?.id
    return id === undefined ? null : { side: which === 'before' ? before : after, id }
  }
  const showSide = (side: WhichSide | null) => {
    setShownSide(side)
    onShow(side && change ? cookieOf(change, side) : null)
  }
  const select = (index: number) => {
    const next = rows[index]?.change ?? null
    setSelectedKey(next?.key ?? null)
    if (shownSide) onShow(next && cookieOf(next, shownSide))
  }
  const toFirst = useFirstMatch({ query, total: rows.length }, query, (index) => {
    select(index)
    if (index >= 0) grid.current?.reveal(index)
  })
  const close = () => {
    if (shownSide) onShow(null)
    onClose()
  }
  const go = (key: string) => {
    const to = moveTo(key, selected, rows.length, grid.current?.pageRows() ?? 1)
    if (to === null) return
    select(to)
    grid.current?.reveal(to)
    grid.current?.focus()
  }
  const toggleKind = (kind: ChangeKind) =>
    setQuery(({ kinds, ...rest }) => ({
      ...rest,
      kinds: kinds.includes(kind) ? kinds.filter((other) => other !== kind) : [...kinds, kind],
    }))
  const toggleDetails = () => {
    setDetailsOpen(!detailsOpen)
    if (!aside) return
    setAside(false) // what had the focus goes away and does not say so
    grid.current?.focus()
  }
  const focusFilter = () => filterInput.current?.select()
  useKeys([...moveKeys(go), { shortcut: comparisonShortcuts.showSides, run: () => setDetailsOpen(true) }], {
    enabled: !aside,
    layer: 2,
  })
  useKeys(
    [
      { shortcut: comparisonShortcuts.close, run: close },
      { shortcut: comparisonShortcuts.swap, run: onSwap },
      { shortcut: comparisonShortcuts.details, run: toggleDetails },
      ...filterKeys(focusFilter),
    ],
    { layer: 2 },
  )
  const shown = rows.length > 0
  useEffect(() => {
    if (shown) grid.current?.focus()
  }, [shown])

  const body = () => {
    if (asked.error)
      return (
        <ProblemView
          problem={problemOf(asked.error)}
          action={{ label: 'Retry', onClick: () => void asked.refetch() }}
        />
      )
    if (!asked.data) return <SkeletonRows rows={16} />
    if (all.length === 0)
      return (
        <EmptyView
          icon={<IconEqual {...icon} />}
          title="Nothing changed"
          text={`${cookiesText(asked.data.unchanged)} ${asked.data.unchanged === 1 ? 'is' : 'are'} the same on both sides.`}
          action={{ label: 'Back to cookies', onClick: close }}
        />
      )
    if (rows.length === 0)
      return (
        <EmptyView
          icon={<IconFilterOff {...icon} />}
          title="No change matches"
          text={`None of ${formatCount(all.length)} changes matches the filter.`}
          action={{ label: 'Clear filter', onClick: () => setQuery({ ...query, text: '', kinds: [] }) }}
        />
      )
    return (
      <CompareGrid
        rows={rows}
        selected={selected}
        afterAt={asked.data.after.at}
        query={query}
        handle={grid}
        onSort={(sort) => setQuery(sortBy(query, sort))}
        onSelect={select}
        onOpen={() => setDetailsOpen(true)}
      />
    )
  }
  const chips = changeKinds
    .filter((kind) => counts.has(kind))
    .map((id) => ({
      id,
      label: `${kindLabels[id].sign} ${kindLabels[id].label} ${formatCount(counts.get(id) ?? 0)}`,
    }))

  return (
    <section className={frame.view} aria-label="Comparison">
      <CompareHeader
        before={before}
        after={after}
        comparison={asked.data}
        detailsOpen={detailsOpen}
        onClose={close}
        onSwap={onSwap}
        onDetails={toggleDetails}
      />
      <div className={bar.frame}>
        <div className={`${bar.toolbar} ${classes.filters}`}>
          <FilterField
            text={query.text}
            count={asked.data ? { total: rows.length, all: filtered ? all.length : null } : null}
            noun="changes"
            tip="Filter by name, domain, path or partition"
            input={filterInput}
            onText={(text) => setQuery({ ...query, text })}
            toList={() => grid.current?.focus()}
            toFirst={toFirst}
          />
          <ChipGroup label="Show only" chips={chips} selected={query.kinds} onToggle={toggleKind} />
          <div className={bar.end}>
            {asked.data ? (
              <span className={classes.unchanged}>{formatCount(asked.data.unchanged)} unchanged</span>
            ) : null}
          </div>
        </div>
      </div>
      {asked.data?.valuesCompared === 'sizes' ? (
        <div className={frame.strip} role="status">
          {SIZES_ONLY}
        </div>
      ) : null}
      <div className={classes.list}>{body()}</div>
      {detailsOpen && asked.data && rows.length > 0 ? (
        <aside
          className={classes.pane}
          aria-label="Both sides"
          onFocus={() => setAside(true)}
          onBlur={() => setAside(false)}
        >
          <ResizablePanel
            side="bottom"
            id="cookie-sides"
            defaultWidth={248}
            min={96}
            max={640}
            label="Resize both sides"
          >
            {change ? (
              <CompareDetails
                key={change.key}
                change={change}
                afterAt={asked.data.after.at}
                before={before}
                after={after}
                shown={shownSide}
                onShow={showSide}
              />
            ) : (
              <p className={frame.hint}>Select a change to see both sides.</p>
            )}
          </ResizablePanel>
        </aside>
      ) : null}
    </section>
  )
}
