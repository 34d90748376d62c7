import classes from './grid/grid.module.css'
import type { Tone } from './tone.ts'

export type StateLabel = { text: string; tone: Tone; hint?: string }

/** A state as a word with a shape. The shape is a pseudo-element: thousands of cells pass in a long scroll. */
export const Dotted = ({ label, quiet }: { label: StateLabel; quiet?: boolean }) => (
  <span className={quiet ? classes.quiet : classes.word} data-tone={label.tone} title={label.hint ?? label.text}>
    {label.text}
  </span>
)
