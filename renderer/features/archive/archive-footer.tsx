import { Button } from '@mantine/core'
import { formatCount } from '../../ui/format.ts'
import { Tip } from '../../ui/tip.tsx'
import { actKeys, actLabel, type BulkAct, possibleActs, takesAway } from './acts.ts'
import classes from './archive.module.css'
import { useArchive } from './archive-store.ts'
import { totalsWords } from './totals-words.ts'

type ArchiveFooterProps = { busy: BulkAct | null; onAct: (act: BulkAct) => void }

/** Sums of the whole archive, and what can be done to the chosen items. One height, so that nothing jumps. */
export const ArchiveFooter = ({ busy, onAct }: ArchiveFooterProps) => {
  const totals = useArchive((s) => s.totals)
  const chosen = useArchive((s) => s.selection.chosen)
  return (
    <footer className={classes.footer}>
      <span className={classes.totals} role="status">
        {totals ? totalsWords(totals) : ''}
      </span>
      {chosen.size > 0 ? (
        <div className={classes.acts} role="toolbar" aria-label="Chosen recordings">
          <span className={classes.chosen}>{`${formatCount(chosen.size)} chosen`}</span>
          {possibleActs(chosen).map(({ act, count }) => {
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
            return actKeys[act] ? (
              <Tip key={act} label={label} keys={actKeys[act]} position="top">
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
