import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import type { FunctionSent, FunctionState } from '../../../electron/contract/models/function-models.ts'
import type { Problem } from '../../../electron/contract/result.ts'
import { ProblemView } from '../../ui/feedback/problem-view.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { catalogueText, jumpText, knownText, versionText } from './function-text.ts'
import classes from './functions.module.css'

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const

/** Where the known source comes from and its versions, or that the service shows none. */
export const KnownStrip = ({ state, reading }: { state: FunctionState; reading: boolean }) => (
  <div className={classes.known}>
    <p role="status">{knownText(state, reading)}</p>
    {state.known ? (
      <p className={classes.versions} title="What the service reports about the last known source">
        {[versionText(state.known.version), catalogueText(state.known)].filter(Boolean).join(' · ')}
      </p>
    ) : null}
  </div>
)

export const ProblemStrip = ({
  problem,
  action,
}: {
  problem: Problem
  action: { label: string; onClick: () => void }
}) => (
  <div className={classes.strip}>
    <ProblemView compact problem={problem} action={action} />
  </div>
)

/** Somebody else changed the source while a draft was kept. */
export const ReplacedStrip = ({
  from,
  to,
  onCompare,
}: {
  from: string | null
  to: string | null
  onCompare: () => void
}) => (
  <div className={classes.strip} role="alert">
    <span className={classes.stripLine} data-tone="attention">
      <IconAlertTriangle {...icon} />
      <span>
        The source was changed after you started your draft: {versionText(from)} before, {versionText(to)} now.
      </span>
      <Button variant="default" size="compact-sm" onClick={onCompare}>
        Compare
      </Button>
    </span>
  </div>
)

type AnswerStripProps = { sent: FunctionSent; onCompare: () => void; onClose: () => void }

/** What the service answered to an accepted send. */
export const AnswerStrip = ({ sent: { answer, jumped, differs }, onCompare, onClose }: AnswerStripProps) => (
  <div className={classes.strip} role="status">
    <span className={classes.stripLine} data-tone="ready">
      <IconCheck {...icon} />
      <span>{['Accepted', versionText(answer.version), catalogueText(answer)].filter(Boolean).join(' · ')}</span>
      <IconButton label="Dismiss" size={24} icon={<IconX size={14} stroke={1.5} />} onClick={onClose} />
    </span>
    {jumped ? (
      <span className={classes.stripLine} data-tone="attention">
        <IconAlertTriangle {...icon} />
        <span>{jumpText(jumped)}</span>
      </span>
    ) : null}
    {differs ? (
      <span className={classes.stripLine} data-tone="attention">
        <IconAlertTriangle {...icon} />
        <span>The service stored a different text than the one sent. The editor shows the stored text.</span>
        <Button variant="default" size="compact-sm" onClick={onCompare}>
          Compare
        </Button>
      </span>
    ) : null}
  </div>
)
