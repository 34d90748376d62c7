import { CloseButton, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconSearch } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { EmptyView } from '../../../ui/feedback/empty-view.tsx'
import { useShownByBanner } from '../../../ui/feedback/outage-context.ts'
import { ProblemView } from '../../../ui/feedback/problem-view.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { clockText } from '../../../ui/text/clock-text.ts'
import classes from '../inspector/inspector.module.css'
import { useInsight, usePlayer, usePlayerState } from '../player-context.ts'
import { matchesSearch, type TimedStep } from './timed-steps.ts'

/** What the session did, as the service tells it. The step at the playhead is marked and kept in view. */
export const StepsPanel = () => {
  const { steps, stepsProblem, stepsOmitted, retrySteps } = useInsight()
  const [search, setSearch] = useState('')
  const found = useMemo(() => (steps ?? []).filter((step) => matchesSearch(step, search)), [steps, search])
  const shownByBanner = useShownByBanner()
  if (steps === null && stepsProblem) {
    // The banner and the player already have a button for an outage.
    const action = shownByBanner(stepsProblem) ? {} : { action: { label: 'Retry', onClick: retrySteps } }
    return <ProblemView title="Steps not loaded" problem={stepsProblem} {...action} />
  }
  if (steps === null) return <SkeletonRows rows={8} />
  if (steps.length === 0) return <EmptyView title="No steps" text="What the service says an agent did appears here." />
  const untimed = steps.every(({ mediaMs }) => mediaMs === null)
  return (
    <>
      <div className={classes.toolbar}>
        <TextInput
          aria-label="Search steps"
          placeholder={`Search ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}`}
          type="search"
          style={{ flex: 1 }}
          leftSection={<IconSearch size={14} stroke={1.5} />}
          rightSection={
            search ? <CloseButton size="sm" aria-label="Clear search" onClick={() => setSearch('')} /> : null
          }
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            if (search === '') event.currentTarget.blur()
            setSearch('')
          }}
        />
      </div>
      {untimed ? (
        <p className={classes.note}>The service gives no times, so these steps have no place in the video.</p>
      ) : null}
      {found.length === 0 ? <p className={classes.note}>No step matches “{search}”.</p> : <StepList steps={found} />}
      {stepsOmitted > 0 ? <p className={classes.note}>{stepsOmitted} more steps are not shown.</p> : null}
    </>
  )
}

const ROW_PX = 30

const StepList = ({ steps }: { steps: readonly TimedStep[] }) => {
  const scroll = useRef<HTMLDivElement>(null)
  const focusNext = useRef(false)
  const rows = useVirtualizer({
    count: steps.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => steps[index]?.number ?? index,
    overscan: 12,
  })
  // The last step in the list's order that has begun: steps are mostly in order, and a tie goes to the later one.
  const current = usePlayerState((s) =>
    steps.findLastIndex(({ mediaMs }) => mediaMs !== null && mediaMs <= s.timeS * 1_000 + 5),
  )
  const [active, setActive] = useState<number | null>(null)
  const stop = Math.min(active ?? Math.max(0, current), steps.length - 1)

  useEffect(() => {
    if (current >= 0 && !scroll.current?.contains(document.activeElement))
      rows.scrollToIndex(current, { align: 'auto' })
  }, [current, rows])

  const move = (to: number) => {
    const index = Math.min(steps.length - 1, Math.max(0, to))
    focusNext.current = true
    setActive(index)
    rows.scrollToIndex(index, { align: 'auto' })
    // It may have been out of view, and then its row is drawn with the next frame.
    requestAnimationFrame(() => scroll.current?.querySelector<HTMLElement>(`[data-index="${index}"] button`)?.focus())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const to = { ArrowDown: stop + 1, ArrowUp: stop - 1, Home: 0, End: steps.length - 1 }[event.key]
    if (to === undefined || (event.target instanceof HTMLElement && event.target.closest('details'))) return
    event.preventDefault()
    event.stopPropagation()
    move(to)
  }
  return (
    <div className={classes.scroll} ref={scroll}>
      <ol className={classes.rows} style={{ height: rows.getTotalSize() }} aria-label="Steps" onKeyDown={onKeyDown}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const step = steps[index]
          return step ? (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              className={classes.row}
              style={{ transform: `translateY(${start}px)` }}
            >
              <StepRow step={step} current={index === current} stop={index === stop} onFocus={() => setActive(index)} />
            </li>
          ) : null
        })}
      </ol>
    </div>
  )
}

type StepRowProps = { step: TimedStep; current: boolean; stop: boolean; onFocus: () => void }

const StepRow = ({ step, current, stop, onFocus }: StepRowProps) => {
  const { playback } = usePlayer()
  const { mediaMs, action, text, url, failed, json, number } = step
  const isOnlyJson = action === null && text === null && url === null
  return (
    <>
      <button
        type="button"
        className={classes.step}
        aria-current={current ? 'step' : undefined}
        aria-disabled={mediaMs === null || undefined}
        tabIndex={stop ? 0 : -1}
        onFocus={onFocus}
        onClick={() => mediaMs !== null && playback()?.seek(mediaMs / 1_000)}
      >
        <span className={classes.time}>{mediaMs === null ? '–' : clockText(mediaMs / 1_000)}</span>
        <span className={classes.action} title={action ?? undefined}>
          {action}
        </span>
        <span className={classes.text} dir="auto">
          {failed ? (
            <span className={classes.failed}>
              <IconAlertTriangle size={14} stroke={1.5} aria-hidden="true" /> Failed{' '}
            </span>
          ) : null}
          {isOnlyJson ? `Step ${number}` : text}
          {url !== null && url !== text ? <span className={classes.url}>{url}</span> : null}
        </span>
      </button>
      {json === null ? null : (
        <details className={classes.fold}>
          <summary tabIndex={stop ? 0 : -1}>JSON</summary>
          <pre tabIndex={stop ? 0 : -1}>{json}</pre>
        </details>
      )}
    </>
  )
}
