import { IconArrowLeft, IconArrowsLeftRight, IconLayoutSidebarRight } from '@tabler/icons-react'
import type { CookieComparison } from '../../../../electron/contract/cookie-models.ts'
import { formatDateTime, formatRelative } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import bar from '../../../ui/toolbar.module.css'
import { useNow } from '../../../ui/use-now.ts'
import classes from './compare.module.css'
import { cookiesText } from './snapshot-words.ts'

const icon = { size: 16, stroke: 1.5 } as const

type SideProps = { word: string; facts: CookieComparison['before'] | null; now: number }

const Side = ({ word, facts, now }: SideProps) => (
  <div className={classes.side}>
    <span className={classes.sideWord}>{word}</span>
    {facts ? (
      <>
        <span className={classes.sideLabel}>{facts.label ?? formatDateTime(facts.at)}</span>
        <span className={classes.sideFacts} title={formatDateTime(facts.at)}>
          {formatRelative(facts.at, now)} · {cookiesText(facts.cookies)}
        </span>
      </>
    ) : null}
  </div>
)

type CompareHeaderProps = {
  comparison: CookieComparison | undefined
  detailsOpen: boolean
  onClose: () => void
  onSwap: () => void
  onDetails: () => void
}

/** What is compared with what. */
export const CompareHeader = ({ comparison, detailsOpen, onClose, onSwap, onDetails }: CompareHeaderProps) => {
  const now = useNow(15_000)
  return (
    <div className={bar.frame}>
      <div className={bar.toolbar} role="toolbar" aria-label="Comparison">
        <IconButton label="Back to the cookies" keys="Escape" icon={<IconArrowLeft {...icon} />} onClick={onClose} />
        <Side word="Before" facts={comparison?.before ?? null} now={now} />
        <IconButton label="Swap sides" keys="X" icon={<IconArrowsLeftRight {...icon} />} onClick={onSwap} />
        <Side word="After" facts={comparison?.after ?? null} now={now} />
        <div className={bar.end}>
          <IconButton
            label="Details"
            keys="D"
            active={detailsOpen}
            icon={<IconLayoutSidebarRight {...icon} />}
            onClick={onDetails}
          />
        </div>
      </div>
    </div>
  )
}
