import classes from './grid/grid.module.css'

type Tone = 'ready' | 'waiting' | 'dead' | 'neutral' | 'accent' | 'archived'
export type Word = { text: string; tone: Tone; hint?: string }

/** A state as a word with a shape. The shape is a pseudo-element: thousands of cells pass in a long scroll. */
export const Dotted = ({ word, quiet }: { word: Word; quiet?: boolean }) => (
  <span className={quiet ? classes.quiet : classes.word} data-tone={word.tone} title={word.hint ?? word.text}>
    {word.text}
  </span>
)
