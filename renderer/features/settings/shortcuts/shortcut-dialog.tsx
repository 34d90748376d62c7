import { Modal, Switch } from '@mantine/core'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { DialogFooter } from '../../../ui/dialog/dialog-footer.tsx'
import { isMac, normalKeys } from '../../../ui/keys/key-binding.ts'
import { Caps } from '../../../ui/keys/key-caps.tsx'
import type { KeyOverrides } from '../../../ui/keys/keymap.ts'
import {
  type Conflict,
  capsText,
  conflictsOf,
  keysOfEvent,
  MOST_KEYS,
  refusalOf,
  replaceKeys,
} from '../../../ui/keys/rebinding.ts'
import type { Shortcut } from '../../../ui/keys/shortcuts/shortcut.ts'
import classes from './shortcuts.module.css'

type ShortcutDialogProps = {
  shortcut: Shortcut
  overrides: KeyOverrides
  onClose: () => void
  onChange: (next: KeyOverrides, what: string) => void
}

type Pressed = { keys: string; refusal: string | null; conflicts: readonly Conflict[] }

const left = ({ shortcut, keys }: Conflict, overrides: KeyOverrides): string => {
  const others = (overrides[shortcut.id] ?? shortcut.keys).filter((one) => one !== keys)
  return others.length === 0
    ? 'It will have none.'
    : `It keeps ${others.map((one) => capsText(one, isMac())).join(' and ')}.`
}

/** Waits for the new keys of a shortcut; says why some cannot be used and which action has them. */
export const ShortcutDialog = ({ shortcut, overrides, onClose, onChange }: ShortcutDialogProps) => {
  const before = overrides[shortcut.id] ?? shortcut.keys
  const [pressed, setPressed] = useState<Pressed | null>(null)
  const [adds, setAdds] = useState(false)
  const area = useRef<HTMLDivElement | null>(null)
  // At once: the focus trap of the dialog waits a moment, and a key pressed meanwhile would be lost.
  const toArea = useCallback((element: HTMLDivElement | null) => {
    area.current = element
    element?.focus()
  }, [])
  const replace = useRef<HTMLDivElement>(null)
  const mac = isMac()
  const conflicts = pressed?.conflicts ?? []

  useEffect(() => {
    if (conflicts.length > 0) replace.current?.querySelector<HTMLElement>('button:last-of-type')?.focus()
  }, [conflicts.length])

  const take = (keys: string, taken: readonly Conflict[]) => {
    const others = adds ? before.filter((one) => normalKeys(one, mac) !== normalKeys(keys, mac)) : []
    const next = replaceKeys(overrides, shortcut, [...others, keys].slice(-MOST_KEYS), taken)
    onChange(next, `${shortcut.label}: ${capsText(keys, mac)}`)
  }
  const onPress = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (key === 'Tab' && !ctrlKey && !metaKey && !altKey) return // the buttons stay in reach
    event.preventDefault()
    event.stopPropagation()
    if (key === 'Escape') return onClose()
    if (event.repeat) return
    const keys = keysOfEvent(event.nativeEvent, mac)
    if (keys === 'modifier') return
    if (keys === 'unusable')
      return setPressed({ keys: '', refusal: 'This key cannot be used in a shortcut.', conflicts: [] })
    const refusal = refusalOf(keys, shortcut, mac)
    const found = refusal === null ? conflictsOf(shortcut, keys, overrides, mac, event.nativeEvent) : []
    if (refusal === null && found.length === 0) return take(keys, [])
    setPressed({ keys, refusal, conflicts: found })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Keys for “${shortcut.label}”`}
      size={440}
      closeOnEscape={false}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: no field takes every key as it is pressed */}
      <div
        ref={toArea}
        role="textbox"
        aria-label="New keys"
        aria-describedby="new-keys-text"
        tabIndex={0}
        data-autofocus
        className={classes.area}
        onKeyDown={onPress}
      >
        {pressed?.keys ? <Caps keys={pressed.keys} /> : <span>Press the new keys</span>}
      </div>
      <div id="new-keys-text" role="status" className={classes.said} data-refused={pressed?.refusal ? true : undefined}>
        {pressed?.refusal ? `${pressed.refusal} Press other keys.` : null}
        {conflicts.map((conflict) => (
          <p key={conflict.shortcut.id + conflict.keys}>
            {`${capsText(conflict.keys, mac)} is used by “${conflict.shortcut.label}” (${conflict.shortcut.group}). ${left(conflict, overrides)}`}
          </p>
        ))}
        {pressed === null ? 'Esc cancels.' : null}
      </div>
      {before.length > 0 && before.length < MOST_KEYS ? (
        <Switch
          className={classes.adds}
          label={`Keep ${before.map((one) => capsText(one, mac)).join(' and ')} as well`}
          checked={adds}
          onChange={(event) => {
            setAdds(event.currentTarget.checked)
            area.current?.focus()
          }}
        />
      ) : null}
      <div ref={replace}>
        <DialogFooter
          cancel={{ onClick: onClose }}
          main={
            pressed && conflicts.length > 0 ? { label: 'Replace', onClick: () => take(pressed.keys, conflicts) } : null
          }
        />
      </div>
    </Modal>
  )
}
