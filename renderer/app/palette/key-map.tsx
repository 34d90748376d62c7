import { Button, Modal } from '@mantine/core'
import { isMac } from '../../ui/keys/key-binding.ts'
import { KeyList } from '../../ui/keys/key-caps.tsx'
import { useBindings } from '../../ui/keys/use-keys.ts'
import { useLayout } from '../layout-store.ts'
import { useNavigation } from '../navigation/navigation-store.ts'
import classes from './key-map.module.css'
import { groupBindings } from './palette-filter.ts'

/** The keys that work in this view right now, read from the bindings themselves. */
export const KeyMap = () => {
  const open = useLayout((layout) => layout.keyMap)
  const setKeyMap = useLayout((layout) => layout.setKeyMap)
  const go = useNavigation((navigation) => navigation.go)
  const groups = groupBindings(useBindings())
  const change = () => {
    setKeyMap(false)
    go({ name: 'settings', section: 'shortcuts' })
  }
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
                    <KeyList shortcuts={shortcuts} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className={classes.foot}>
        <p className={classes.note}>
          Letter keys follow their position on the keyboard. Shortcuts are off while you type or a dialog is open.
          {isMac() ? '' : ' F10 shows the menu.'}
        </p>
        <Button variant="default" size="compact-sm" onClick={change}>
          Change…
        </Button>
      </div>
    </Modal>
  )
}
