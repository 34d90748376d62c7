import type { ReactNode } from 'react'
import classes from './kit.module.css'
import type { Tone } from './tone.ts'

type StateChipProps = { tone: Tone; icon?: ReactNode; children: ReactNode; title?: string }

/** A word with its colour; the colour is never alone. */
export const StateChip = ({ tone, icon, children, title }: StateChipProps) => (
  <span className={classes.chip} data-tone={tone} title={title}>
    {icon ?? (tone === 'neutral' ? null : <span className={classes.dot} data-tone={tone} aria-hidden="true" />)}
    <span className={classes.chipText}>{children}</span>
  </span>
)
