import {
  IconFileAlert,
  IconHourglass,
  IconKey,
  IconLinkOff,
  IconListDetails,
  IconPlugConnectedX,
  IconSettings,
  IconShieldX,
  IconVideoOff,
} from '@tabler/icons-react'
import { ProblemView } from '../../../ui/feedback/problem-view.tsx'
import { useNow } from '../../../ui/use-now.ts'
import classes from '../player.module.css'
import { type CauseAction, type CauseIcon, pollText, type StageView } from './player-causes.ts'

const icon = { size: 28, stroke: 1.5 } as const
const icons: Record<CauseIcon, React.ReactNode> = {
  hourglass: <IconHourglass {...icon} />,
  gear: <IconSettings {...icon} />,
  'film-off': <IconVideoOff {...icon} />,
  broken: <IconFileAlert {...icon} />,
  'link-off': <IconLinkOff {...icon} />,
  offline: <IconPlugConnectedX {...icon} />,
  shield: <IconShieldX {...icon} />,
  key: <IconKey {...icon} />,
  list: <IconListDetails {...icon} />,
}

type CauseScreenProps = {
  view: Extract<StageView, { kind: 'cause' }>
  busy: boolean
  onAction: (action: CauseAction) => void
}

/** Why nothing plays, in words, with exactly one action. It lies over the picture, which stays loaded below. */
export const CauseScreen = ({ view, busy, onAction }: CauseScreenProps) => {
  const { cause, polling } = view
  return (
    <div className={classes.cause}>
      <ProblemView
        title={cause.title}
        problem={cause.problem}
        icon={icons[cause.icon]}
        action={{ label: cause.label, busy, onClick: () => onAction(cause.action) }}
      />
      <div className={classes.polling}>{polling ? <PollLine {...polling} /> : null}</div>
    </div>
  )
}

const PollLine = (props: { nextPollAt: number | null; pollsUntil: number | null }) => (
  <span role="timer">{pollText(props.nextPollAt, props.pollsUntil, useNow(1_000))}</span>
)
