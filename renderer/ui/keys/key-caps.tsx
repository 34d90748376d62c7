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

const TEN = /^\d$/

/** All keys of shortcuts, of which ten digits are one range; "None" where there are none. */
export const KeyList = ({ shortcuts }: { shortcuts: readonly Shortcut[] }) => {
  const keys = useKeysOf(shortcuts)
  const digits = keys.filter((one) => TEN.test(one))
  const [first, last] = [digits[0], digits.at(-1)]
  const range = digits.length >= 3 && first !== undefined && last !== undefined
  const single = range ? keys.filter((one) => !TEN.test(one)) : keys
  return (
    <span className={classes.keyList}>
      {keys.length === 0 ? 'None' : null}
      {single.map((one) => (
        <Caps key={one} keys={one} />
      ))}
      {range ? (
        <>
          <Caps keys={first} /> – <Caps keys={last} />
        </>
      ) : null}
    </span>
  )
}

/** The first keys of a shortcut; nothing when it has none. */
export const KeyCaps = ({ shortcut }: { shortcut: Shortcut }) => {
  const [keys] = useKeysOf([shortcut])
  return keys === undefined ? null : <Caps keys={keys} />
}
