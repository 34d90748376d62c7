import { IconArrowLeft, IconArrowsLeftRight, IconLayoutBottombar } from '@tabler/icons-react'
import type { CookieComparison, CookieSide } from '../../../../electron/contract/models/cookie-models.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { comparisonShortcuts } from '../../../ui/keys/shortcuts/profile-shortcuts.ts'
import { formatDateTime, formatPast } from '../../../ui/text/format-text.ts'
import bar from '../../../ui/toolbar/toolbar.module.css'
import { useNow } from '../../../ui/use-now.ts'
import { cookiesText } from '../read-counts.ts'
import classes from './compare.module.css'
import { timeText } from './snapshot-text.ts'

const icon = { size: 16, stroke: 1.5 } as const

type SideProps = { label: string; side: CookieSide; facts: CookieComparison['before'] | undefined; now: number }

const Side = ({ label, side, facts, now }: SideProps) => (
  <div
    className={classes.side}
    title={
      facts ? `${formatDateTime(facts.at)}, ${formatPast(facts.at, now)}, ${cookiesText(facts.cookies)}` : undefined
    }
  >
    <span className={classes.sideWord}>{label}</span>
    {facts ? (
      <>
        <span className={classes.sideLabel}>
          {facts.label ?? (side.kind === 'read' ? 'Latest cookies' : 'Snapshot')}
        </span>
        <span className={classes.sideFacts}>
          {timeText(facts.at)}
          <span className={classes.sideCount}> · {cookiesText(facts.cookies)}</span>
        </span>
      </>
    ) : null}
  </div>
)

type CompareHeaderProps = {
  before: CookieSide
  after: CookieSide
  comparison: CookieComparison | undefined
  detailsOpen: boolean
  onClose: () => void
  onSwap: () => void
  onDetails: () => void
}

/** What is compared with what. */
export const CompareHeader = (props: CompareHeaderProps) => {
  const { before, after, comparison, detailsOpen, onClose, onSwap, onDetails } = props
  const now = useNow(15_000)
  return (
    <div className={bar.frame}>
      <div className={`${bar.toolbar} ${classes.header}`} role="toolbar" aria-label="Comparison">
        <IconButton
          label="Back to the cookies"
          shortcut={comparisonShortcuts.close}
          icon={<IconArrowLeft {...icon} />}
          onClick={onClose}
        />
        <Side label="Before" side={before} facts={comparison?.before} now={now} />
        <IconButton
          label="Swap sides"
          shortcut={comparisonShortcuts.swap}
          icon={<IconArrowsLeftRight {...icon} />}
          onClick={onSwap}
        />
        <Side label="After" side={after} facts={comparison?.after} now={now} />
        <div className={bar.end}>
          <IconButton
            label="Both sides"
            shortcut={comparisonShortcuts.details}
            active={detailsOpen}
            icon={<IconLayoutBottombar {...icon} />}
            onClick={onDetails}
          />
        </div>
      </div>
    </div>
  )
}
