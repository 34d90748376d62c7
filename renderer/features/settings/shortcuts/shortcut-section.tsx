import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { fold } from '../../../../electron/contract/text/fold.ts'
import { plainToast, type Toast, undoing } from '../../../ui/feedback/toast.ts'
import { ToastBar } from '../../../ui/feedback/toast-bar.tsx'
import { isMac } from '../../../ui/keys/key-binding.ts'
import { type KeyOverrides, useKeymap } from '../../../ui/keys/keymap.ts'
import { capsText, readStored, withKeys } from '../../../ui/keys/rebinding.ts'
import type { Shortcut } from '../../../ui/keys/shortcuts/shortcut.ts'
import { allShortcuts } from '../../../ui/keys/shortcuts/shortcut-table.ts'
import { formatCount } from '../../../ui/text/format-text.ts'
import { KeptSettings } from '../saved-settings.tsx'
import { ShortcutDialog } from './shortcut-dialog.tsx'
import { ShortcutRow } from './shortcut-row.tsx'
import classes from './shortcuts.module.css'

const count = (n: number, one: string, more: string): string => `${formatCount(n)} ${n === 1 ? one : more}`

/** Words of the text in names, groups and keys. */
const matching = (text: string, overrides: KeyOverrides): Shortcut[] => {
  const words = fold(text).split(/\s+/).filter(Boolean)
  return allShortcuts.filter(({ id, label, group, keys }) => {
    const caps = (overrides[id] ?? keys).map((one) => capsText(one, isMac()))
    const all = fold(`${group} ${label} ${caps.join(' ')}`)
    return words.every((word) => all.includes(word))
  })
}

const groupsOf = (shortcuts: readonly Shortcut[]): [string, Shortcut[]][] => [
  ...Map.groupBy(shortcuts, ({ group }) => group),
]

type ListProps = { stored: KeyOverrides; save: (stored: Record<string, string[]>) => void }

const toStored = (overrides: KeyOverrides): Record<string, string[]> =>
  Object.fromEntries(Object.entries(overrides).map(([id, keys]) => [id, [...keys]]))

const ShortcutList = ({ stored, save }: ListProps) => {
  const { overrides, ignored } = useMemo(() => readStored(stored, isMac()), [stored])
  const [text, setText] = useState('')
  const [changing, setChanging] = useState<Shortcut | null>(null)
  const [toast, setToast] = useState<Toast | null>(null)
  const closeToast = useCallback(() => setToast(null), [])
  const list = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const shown = matching(text, overrides)
  const [current, setCurrent] = useState<string | null>(null)
  // The dialog is gone with its row's change: the focus goes on where it was.
  const wasChanging = useRef<string | null>(null)
  useEffect(() => {
    const id = wasChanging.current
    if (changing === null && id !== null) list.current?.querySelector<HTMLElement>(`[data-shortcut="${id}"]`)?.focus()
    wasChanging.current = changing?.id ?? null
  }, [changing])
  const stop = shown.find(({ id, fixed }) => id === current && !fixed) ?? shown.find(({ fixed }) => !fixed)
  const changed = Object.keys(overrides).length

  /** What this version does not understand stays stored: another version may. */
  const store = (next: KeyOverrides) => {
    const kept = Object.fromEntries(Object.entries(stored).filter(([id]) => ignored.includes(id)))
    useKeymap.setState({ overrides: next })
    save(toStored({ ...kept, ...next }))
  }
  const change = (next: KeyOverrides, what: string) => {
    store(next)
    setToast(
      plainToast(
        what,
        undoing(() => store(overrides)),
      ),
    )
  }
  const reset = (shortcut: Shortcut) =>
    change(withKeys(overrides, shortcut, shortcut.keys), `${shortcut.label}: default keys`)
  const focusRow = (id: string | undefined) => {
    if (id === undefined) return
    setCurrent(id)
    list.current?.querySelector<HTMLElement>(`[data-shortcut="${id}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const ids = shown.filter(({ fixed }) => !fixed).map(({ id }) => id)
    const at = ids.indexOf(stop?.id ?? '')
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: ids.length - 1 }[event.key]
    const inRow = event.target instanceof Element && event.target.closest('[data-shortcut]') !== null
    if (event.key === 'Escape' || (event.key === 'ArrowUp' && at === 0)) input.current?.focus()
    else if (to !== undefined) focusRow(ids[to])
    else if (event.key === 'Delete' && inRow && stop && (overrides[stop.id] ?? stop.keys).length > 0)
      change(withKeys(overrides, stop, []), `${stop.label}: no keys`)
    else return
    event.preventDefault()
  }

  return (
    <>
      <h2 className={classes.heading}>Keyboard shortcuts</h2>
      <div className={classes.bar}>
        <TextInput
          ref={input}
          type="search"
          aria-label="Filter keyboard shortcuts"
          placeholder="Filter by name or key"
          className={classes.filter}
          value={text}
          maxLength={100}
          spellCheck={false}
          leftSection={<IconSearch size={14} stroke={1.5} aria-hidden="true" />}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') focusRow(stop?.id)
            else if (event.key === 'Escape' && text !== '') setText('')
            else return
            event.preventDefault()
          }}
        />
        <span className={classes.count} role="status">
          {text.trim() === '' ? `${formatCount(changed)} changed` : count(shown.length, 'shortcut', 'shortcuts')}
        </span>
        <Button
          variant="default"
          size="compact-sm"
          disabled={changed === 0}
          onClick={() => change({}, `${count(changed, 'shortcut has its', 'shortcuts have their')} default keys again`)}
        >
          Reset all
        </Button>
      </div>
      {ignored.length > 0 ? (
        <div className={classes.ignored}>
          <span>
            {`${count(ignored.length, 'saved shortcut is', 'saved shortcuts are')} not known to this version or not valid, so the default keys are used: ${ignored.join(', ')}`}
          </span>
          <Button variant="subtle" size="compact-sm" onClick={() => save(toStored(overrides))}>
            Remove
          </Button>
        </div>
      ) : null}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the buttons in it */}
      <div ref={list} onKeyDown={onKeyDown}>
        {groupsOf(shown).map(([group, shortcuts]) => (
          <section key={group} aria-label={group}>
            <h3 className={classes.group}>{group}</h3>
            <ul className={classes.rows}>
              {shortcuts.map((shortcut) => (
                <ShortcutRow
                  key={shortcut.id}
                  shortcut={shortcut}
                  changed={shortcut.id in overrides}
                  isStop={shortcut === stop}
                  onFocus={() => setCurrent(shortcut.id)}
                  onChange={() => setChanging(shortcut)}
                  onReset={() => {
                    reset(shortcut)
                    focusRow(shortcut.id)
                  }}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {shown.length === 0 ? (
        <div className={classes.empty}>
          <p>No matching shortcut.</p>
          <Button variant="default" size="compact-sm" onClick={() => setText('')}>
            Clear filter
          </Button>
        </div>
      ) : null}
      <div className={classes.toast}>
        <ToastBar toast={toast} onClose={closeToast} />
      </div>
      {changing ? (
        <ShortcutDialog
          shortcut={changing}
          overrides={overrides}
          onClose={() => setChanging(null)}
          onChange={(next, what) => {
            setChanging(null)
            change(next, what)
          }}
        />
      ) : null}
    </>
  )
}

/** Every shortcut with its keys, and new keys for those that are not fixed. They belong to the person, not to an account. */
export const ShortcutSection = () => (
  <KeptSettings>
    {(settings, change) => <ShortcutList stored={settings.shortcuts} save={(shortcuts) => change({ shortcuts })} />}
  </KeptSettings>
)
