import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '../../ui/text/format-text.ts'
import { Tip } from '../../ui/tip.tsx'
import classes from './archive.module.css'
import { actKeys, actLabel, type BulkAct, keepPlaces, possibleActs, takesAway, widestLabel } from './archive-actions.ts'
import { totalsWords } from './archive-progress.ts'
import { useArchive } from './archive-store.ts'

type ArchiveFooterProps = { busy: BulkAct | null; onAct: (act: BulkAct) => void }

/** The same selection, however its items change. */
const selectionKey = (chosen: ReadonlyMap<string, unknown>): string => {
  const [first] = chosen.keys()
  return `${chosen.size} ${first}`
}

/**
 * What can be done to the selected items. While transfers end and counts change, no button moves under the pointer:
 * each keeps its place and its width, and one that has nothing left to do is disabled.
 */
const Acts = ({ busy, onAct }: ArchiveFooterProps) => {
  const chosen = useArchive((s) => s.selection.chosen)
  const counts = new Map(possibleActs(chosen).map(({ act, count }) => [act, count]))
  const [acts, setActs] = useState<readonly BulkAct[]>([...counts.keys()])
  const now = keepPlaces(acts, [...counts.keys()])
  if (now !== acts) setActs(now)
  return (
    <div className={classes.acts} role="toolbar" aria-label="Chosen recordings">
      <span className={classes.chosen}>{`${formatCount(chosen.size)} chosen`}</span>
      {now.map((act) => {
        const count = counts.get(act) ?? 0
        const label = actLabel(act, Math.max(1, count))
        const some = !takesAway(act) && count > 0 && count < chosen.size ? ` ${formatCount(count)}` : ''
        const button = (
          <Button
            key={act}
            variant={takesAway(act) ? 'subtle' : 'default'}
            size="compact-sm"
            loading={busy === act}
            disabled={count === 0}
            data-danger={takesAway(act) || undefined}
            className={classes.act}
            onClick={() => onAct(act)}
          >
            <span className={classes.label}>
              <span>{`${label}${some}`}</span>
              {chosen.size > 1 ? (
                <span className={classes.widest} aria-hidden="true">
                  {widestLabel(act, chosen.size)}
                </span>
              ) : null}
            </span>
          </Button>
        )
        return actKeys[act] ? (
          <Tip key={act} label={label} keys={actKeys[act]} position="top">
            {button}
          </Tip>
        ) : (
          button
        )
      })}
    </div>
  )
}

/** What can be done to the selected items, and the sums of the whole archive. One height, so that nothing jumps. */
export const ArchiveFooter = ({ busy, onAct }: ArchiveFooterProps) => {
  const totals = useArchive((s) => s.totals)
  const chosen = useArchive((s) => s.selection.chosen)
  return (
    <footer className={classes.footer}>
      {chosen.size > 0 ? <Acts key={selectionKey(chosen)} busy={busy} onAct={onAct} /> : null}
      <span className={classes.totals} role="status">
        {totals ? totalsWords(totals) : ''}
      </span>
    </footer>
  )
}
