import { UnstyledButton } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { Tip } from '../../../ui/tip.tsx'
import { usePlayer, usePlayerState } from '../player-context.ts'
import classes from '../timeline/axis.module.css'
import type { WaitingMode } from './waiting.ts'

export const waitingText: Record<WaitingMode, string> = {
  show: 'Waiting shown',
  speed: 'Waiting 8×',
  skip: 'Waiting skipped',
}

/** What is done with parts in which nothing changes; a click goes to the next way. */
export const WaitingButton = () => {
  const { commands } = usePlayer()
  const waiting = usePlayerState((s) => s.waiting)
  return (
    <Tip label={commands.waiting.label} shortcuts={[commands.waiting.shortcut]} position="top">
      <UnstyledButton
        className={classes.waiting}
        data-on={waiting !== 'show' || undefined}
        onClick={commands.waiting.run}
      >
        <IconHourglass size={14} stroke={1.5} aria-hidden="true" />
        {waitingText[waiting]}
      </UnstyledButton>
    </Tip>
  )
}
