import { Modal } from '@mantine/core'
import { isMac } from '../../ui/keys/key-binding.ts'
import { Caps } from '../../ui/keys/key-caps.tsx'
import { useKeysOf } from '../../ui/keys/keymap.ts'
import type { Shortcut } from '../../ui/keys/shortcuts/shortcut.ts'
import { useBindings } from '../../ui/keys/use-keys.ts'
import { useLayout } from '../layout-store.ts'
import classes from './key-map.module.css'
import { foldDigits, groupBindings } from './palette-filter.ts'

const Keys = ({ shortcuts }: { shortcuts: readonly Shortcut[] }) => {
  const { single, range } = foldDigits(useKeysOf(shortcuts))
  return (
    <span className={classes.keys}>
      {single.map((one) => (
        <Caps key={one} keys={one} />
      ))}
      {range ? (
        <>
          <Caps keys={range[0]} /> – <Caps keys={range[1]} />
        </>
      ) : null}
    </span>
  )
}

/** The keys that work in this view right now, read from the bindings themselves. */
export const KeyMap = () => {
  const open = useLayout((layout) => layout.keyMap)
  const setKeyMap = useLayout((layout) => layout.setKeyMap)
  const groups = groupBindings(useBindings())
  return (
    <Modal opened={open} onClose={() => setKeyMap(false)} title="Keyboard shortcuts" size={720}>
      <div className={classes.groups}>
        {groups.map(({ group, rows }) => (
          <section key={group} className={classes.group} aria-label={group}>
            <h3 className={classes.name}>{group}</h3>
            <dl className={classes.rows}>
              {rows.map(({ label, shortcuts }) => (
                <div key={label} className={classes.row}>
                  <dt>{label}</dt>
                  <dd>
                    <Keys shortcuts={shortcuts} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className={classes.note}>
        Letter keys follow their position on the keyboard. Shortcuts are off while you type or a dialog is open.
        {isMac() ? '' : ' F10 shows the menu.'}
      </p>
    </Modal>
  )
}
