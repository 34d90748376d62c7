import { Button } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import type { CookieRead, CookieSide } from '../../../../electron/contract/models/cookie-models.ts'
import { problemOf, useAsk } from '../../../bridge.ts'
import { ProblemView } from '../../../ui/feedback/problem-view.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import type { Toast } from '../../../ui/feedback/toast.ts'
import { Tip } from '../../../ui/tip.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { HintsView } from './hints-view.tsx'
import { PresentRow } from './latest-row.tsx'
import { type Candidate, pairOf, togglePick } from './select-two.ts'
import { SnapshotRow } from './snapshot-row.tsx'
import classes from './snapshots.module.css'
import { useSnapshotActions } from './use-snapshot-actions.ts'

type SnapshotsPanelProps = {
  profileId: string
  /** What is open now: a fresh read or a snapshot; null before the first read. */
  read: CookieRead | null
  onOpen: (snapshotId: string) => void
  onCompare: (before: CookieSide, after: CookieSide) => void
  showToast: (toast: Toast) => void
}

/** Up and down go from row to row; what the keys do there, the row says. */
const onArrow = (event: KeyboardEvent<HTMLElement>): void => {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !(event.target instanceof HTMLElement) || event.target.dataset.pick === undefined) return
  const boxes = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-pick]')]
  event.preventDefault()
  boxes[boxes.indexOf(event.target) + step]?.focus()
}

/** The present read and what was kept of earlier ones: keep, open, mark, compare, and what signs in. */
export const SnapshotsPanel = (props: SnapshotsPanelProps) => <Panel key={props.profileId} {...props} />

const Panel = ({ profileId, read, onOpen, onCompare, showToast }: SnapshotsPanelProps) => {
  const [picked, setPicked] = useState<readonly string[]>([])
  const now = useNow(15_000)
  const actions = useSnapshotActions(showToast)
  const asked = useAsk('snapshots.list', { profileId })
  const shown = read?.snapshotId ?? null
  const last = useAsk('cookies.lastRead', { profileId }, { enabled: shown !== null })
  const present = shown === null ? read : (last.data ?? null)
  const snapshots = [...(asked.data ?? [])].sort((a, b) => b.at - a.at)

  const ofRead: Candidate[] = present
    ? [{ id: present.readId, at: present.at, side: { kind: 'read', readId: present.readId } }]
    : []
  const pair = pairOf(picked, [
    ...ofRead,
    ...snapshots.map(
      ({ snapshotId, at }): Candidate => ({
        id: snapshotId,
        at,
        side: { kind: 'snapshot', snapshotId },
      }),
    ),
  ])
  const pick = (id: string) => setPicked((before) => togglePick(before, id))
  const compareTwo = () => pair && onCompare(pair.before, pair.after)

  return (
    <section className={classes.panel} aria-label="Snapshots" onKeyDown={onArrow}>
      <div className={classes.head}>
        <h2 className={classes.title}>Snapshots</h2>
        <Tip label={pair ? 'Show changes between the two selected' : 'Select two snapshots first'}>
          <Button variant="default" size="compact-sm" disabled={!pair} onClick={compareTwo}>
            Compare two
          </Button>
        </Tip>
      </div>
      <div className={classes.list}>
        {present ? (
          <PresentRow
            key={present.readId}
            read={present}
            now={now}
            picked={picked.includes(present.readId)}
            onPick={() => pick(present.readId)}
            keep={actions.keep}
          />
        ) : null}
        {asked.isPending ? <SkeletonRows rows={4} height={80} /> : null}
        {asked.error ? (
          <div className={classes.empty}>
            <ProblemView
              compact
              problem={problemOf(asked.error)}
              action={{ label: 'Retry', onClick: () => void asked.refetch() }}
            />
          </div>
        ) : null}
        {asked.data && snapshots.length === 0 ? (
          <div className={classes.empty}>
            <h3 className={classes.heading}>No snapshots yet</h3>
            <p className={classes.hintsText}>
              Snapshots you save appear here, to be opened and compared later.
              {present ? '' : ' Load the cookies first.'}
            </p>
          </div>
        ) : null}
        <ul className={classes.items} aria-label="Snapshots">
          {snapshots.map((snapshot) => (
            <SnapshotRow
              key={snapshot.snapshotId}
              snapshot={snapshot}
              now={now}
              open={snapshot.snapshotId === shown}
              picked={picked.includes(snapshot.snapshotId)}
              actions={actions}
              onPick={() => pick(snapshot.snapshotId)}
              onOpen={() => onOpen(snapshot.snapshotId)}
              onCompare={
                present
                  ? () =>
                      onCompare(
                        { kind: 'snapshot', snapshotId: snapshot.snapshotId },
                        { kind: 'read', readId: present.readId },
                      )
                  : null
              }
            />
          ))}
        </ul>
      </div>
      <HintsView profileId={profileId} />
    </section>
  )
}
