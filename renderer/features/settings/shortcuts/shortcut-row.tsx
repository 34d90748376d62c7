import { IconRestore } from '@tabler/icons-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { KeyList } from '../../../ui/keys/key-caps.tsx'
import type { Shortcut } from '../../../ui/keys/shortcuts/shortcut.ts'
import classes from './shortcuts.module.css'

type ShortcutRowProps = {
  shortcut: Shortcut
  changed: boolean
  /** The one row in the order of Tab. */
  isStop: boolean
  onFocus: () => void
  onChange: () => void
  onReset: () => void
}

export const ShortcutRow = ({ shortcut, changed, isStop, onFocus, onChange, onReset }: ShortcutRowProps) => {
  const { id, label, fixed } = shortcut
  if (fixed)
    return (
      <li className={classes.row} data-fixed>
        <span className={classes.label}>{label}</span>
        <KeyList shortcuts={[shortcut]} />
        <span className={classes.mark}>Fixed</span>
      </li>
    )
  return (
    <li className={classes.row}>
      <button
        type="button"
        className={classes.change}
        data-shortcut={id}
        tabIndex={isStop ? 0 : -1}
        title="Change (Enter), remove the keys (Del)"
        onFocus={onFocus}
        onClick={onChange}
      >
        <span className={classes.label}>{label}</span> <KeyList shortcuts={[shortcut]} />{' '}
        <span className={classes.mark}>{changed ? 'Changed' : ''}</span>
      </button>
      {changed ? (
        <span className={classes.reset}>
          <IconButton
            label={`Reset ${label}`}
            size={24}
            tabIndex={isStop ? 0 : -1}
            icon={<IconRestore size={14} stroke={1.5} />}
            onClick={onReset}
          />
        </span>
      ) : null}
    </li>
  )
}
