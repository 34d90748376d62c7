import { IconArrowsMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import { formatDuration } from '../../../ui/text/format-text.ts'
import { CommandButton } from '../command-button.tsx'
import { useInsight, usePlayer, usePlayerState } from '../player-context.ts'
import { analysisText, useProgressText } from '../screens/screens-text.ts'
import { stillMs } from '../waiting/waiting.ts'
import { WaitingButton } from '../waiting/waiting-button.tsx'
import classes from './axis.module.css'
import { lengthToShow } from './axis.ts'

const icon = { size: 14, stroke: 1.5 } as const

/** `11:02 long, 2:14 of activity`, what is done with the rest, and the zoom. */
export const AxisHeader = () => {
  const { commands, playable } = usePlayer()
  const { analysis } = useInsight()
  const mediaS = usePlayerState((s) => s.lengthS)
  const zoomed = usePlayerState((s) => s.axisView !== null)
  const progress = useProgressText(analysis)
  const lengthS = lengthToShow(mediaS, playable?.durationMs ?? null)
  const { record } = analysis
  const long = lengthS === null ? null : `${formatDuration(Math.round(lengthS * 1_000))} long`
  const rest = record
    ? `${formatDuration(record.durationMs - stillMs(record.still))} of activity`
    : (progress ?? analysisText(analysis))
  return (
    <div className={classes.header}>
      <span className={classes.summary}>{[long, rest].filter((part) => part !== null).join(', ')}</span>
      <span className={classes.grow} />
      {record ? <WaitingButton /> : null}
      <span className={classes.zoom}>
        <CommandButton command={commands.zoomOut} icon={<IconMinus {...icon} />} disabled={!zoomed} size={24} />
        <CommandButton command={commands.zoomIn} icon={<IconPlus {...icon} />} disabled={mediaS === null} size={24} />
        <CommandButton
          command={commands.zoomReset}
          icon={<IconArrowsMaximize {...icon} />}
          disabled={!zoomed}
          size={24}
        />
      </span>
    </div>
  )
}
