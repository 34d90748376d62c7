import { UnstyledButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { KeyCaps } from '../../../ui/keys/key-caps.tsx'
import { clockText } from '../../../ui/text/clock-text.ts'
import classes from '../player.module.css'
import { usePlayer } from '../player-context.ts'
import type { Failure } from '../steps/failure-moment.ts'

/** Why the session failed, first of all that is said of it, and the way to where it shows. */
export const FailureStrip = ({ failure }: { failure: Failure }) => {
  const { commands } = usePlayer()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className={classes.failure} role="group" aria-label="Failure">
      <IconAlertTriangle size={16} stroke={1.5} aria-hidden="true" />
      <span className={classes.failureText} title={failure.text}>
        <strong>{failure.atMs === null ? 'Failed' : `Failed at ${clockText(failure.atMs / 1_000, 0)}`}</strong> ·{' '}
        <span dir="auto">{failure.text}</span>
      </span>
      {failure.atMs === null ? null : (
        <UnstyledButton className={classes.failureJump} onClick={commands.failure.run}>
          Jump <KeyCaps shortcut={commands.failure.shortcut} />
        </UnstyledButton>
      )}
    </div>
  )
}
