import { IconFileImport } from '@tabler/icons-react'
import classes from '../kit.module.css'

/** Covers a view while something is dragged across it, and says what may be dropped. */
export const DropHint = ({ text }: { text: string }) => (
  <div className={classes.drop} aria-hidden="true">
    <IconFileImport size={24} stroke={1.5} />
    {text}
  </div>
)
