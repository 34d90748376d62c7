import type { SessionRow } from '../../../../electron/contract/models/session-models.ts'
import { stateMarkOf } from '../session-text.ts'
import classes from './state-mark.module.css'

/**
 * Status and recording in one mark: the shape says how the session ended, the filling whether it can be watched. The
 * words are in it for screen readers and on hover.
 */
export const StateMark = ({ row }: { row: SessionRow }) => {
  const { text, tone, recording } = stateMarkOf(row)
  return (
    <span className={classes.box} title={text}>
      <span className={classes.mark} data-tone={tone} data-recording={recording} />
      <span className="desk-offscreen">{text}</span>
    </span>
  )
}
