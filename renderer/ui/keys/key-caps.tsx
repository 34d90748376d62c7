import classes from '../kit.module.css'
import { isMac, keyCaps } from './key-binding.ts'

/** The keys of one binding as caps: `Ctrl` `K`. */
export const KeyCaps = ({ keys }: { keys: string }) => (
  <span className={classes.caps}>
    {keyCaps(keys, isMac()).map((cap) => (
      <kbd key={cap} className={classes.cap}>
        {cap}
      </kbd>
    ))}
  </span>
)
