import { Button } from '@mantine/core'
import { formatCount } from '../../ui/format.ts'
import { Tip } from '../../ui/tip.tsx'
import { actLabel, type BulkAct, bulkActs, idsFor, takesAway } from './acts.ts'
import classes from './archive.module.css'
import { useArchive } from './archive-store.ts'
import { totalsWords } from './totals-words.ts'

const keysOf: Partial<Record<BulkAct, string>> = { pause: 'P', resume: 'P', retry: 'R', recheck: 'C' }

type ArchiveFooterProps = { busy: BulkAct | null; onAct: (act: BulkAct) => void }

/** Sums of the whole archive, and what can be done to the chosen items. One height, so that nothing jumps. */
export const ArchiveFooter = ({ busy, onAct }: ArchiveFooterProps) => {
  const totals = useArchive((s) => s.totals)
  const chosen = useArchive((s) => s.selection.chosen)
  const acts = bulkActs
    .map((act) => ({ act, count: idsFor(act, chosen.values()).length }))
    .filter(({ count }) => count > 0)
  return (
    <footer className={classes.footer}>
      <span className={classes.totals} role="status">
        {totals ? totalsWords(totals) : ''}
      </span>
      {chosen.size > 0 ? (
        <div className={classes.acts} role="toolbar" aria-label="Chosen recordings">
          <span className={classes.chosen}>{`${formatCount(chosen.size)} chosen`}</span>
          {acts.map(({ act, count }) => {
            const label = actLabel(act, count)
            const some = !takesAway(act) && count < chosen.size ? ` ${formatCount(count)}` : ''
            const button = (
              <Button
                key={act}
                variant={takesAway(act) ? 'subtle' : 'default'}
                size="compact-sm"
                loading={busy === act}
                data-danger={takesAway(act) || undefined}
                className={classes.act}
                onClick={() => onAct(act)}
              >
                {`${label}${some}`}
              </Button>
            )
            return keysOf[act] ? (
              <Tip key={act} label={label} keys={keysOf[act]} position="top">
                {button}
              </Tip>
            ) : (
              button
            )
          })}
        </div>
      ) : null}
    </footer>
  )
}
