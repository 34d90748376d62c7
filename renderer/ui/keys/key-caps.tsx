import classes from '../kit.module.css'
import { isMac, keyCaps } from './key-binding.ts'
import { useKeysOf } from './keymap.ts'
import type { Shortcut } from './shortcuts/shortcut.ts'

/** One chord as caps: `Ctrl` `K`. */
export const Caps = ({ keys }: { keys: string }) => (
  <span className={classes.caps}>
    {keyCaps(keys, isMac()).map((cap) => (
      <kbd key={cap} className={classes.cap}>
        {cap}
      </kbd>
    ))}
  </span>
)

/** The first keys of a shortcut; nothing when it has none. */
export const KeyCaps = ({ shortcut }: { shortcut: Shortcut }) => {
  const [keys] = useKeysOf([shortcut])
  return keys === undefined ? null : <Caps keys={keys} />
}
