import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../icon-button.tsx'
import { keysText } from '../keys/keymap.ts'
import { useKeys } from '../keys/use-keys.ts'
import classes from '../kit.module.css'
import type { Toast } from './toast.ts'

const STAYS_MS = 10_000

type ToastBarProps = {
  toast: Toast | null
  /** Must stay the same between renders: with another one the time starts again. */
  onClose: () => void
}

/** Tells what was just done, with its undo; goes by itself unless the pointer or the focus is on it. */
export const ToastBar = ({ toast, onClose }: ToastBarProps) =>
  toast ? <Bar key={toast.text} toast={toast} onClose={onClose} /> : null

const Bar = ({ toast, onClose }: { toast: Toast; onClose: () => void }) => {
  const [paused, setPaused] = useState(false)
  useEffect(() => {
    if (paused) return
    const timer = setTimeout(onClose, STAYS_MS)
    return () => clearTimeout(timer)
  }, [paused, onClose])
  const act = (run: () => void) => () => {
    onClose()
    run()
  }
  useKeys(toast.actions.flatMap(({ label, shortcut, run }) => (shortcut ? [{ shortcut, label, run: act(run) }] : [])))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only holds the bar
    <div
      className={classes.toast}
      data-tone={toast.tone}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <span role="status">{toast.text}</span>
      {toast.actions.map(({ label, shortcut, run }) => (
        <Button
          key={label}
          variant="subtle"
          size="compact-sm"
          title={shortcut && keysText(shortcut)}
          onClick={act(run)}
        >
          {label}
        </Button>
      ))}
      <IconButton label="Dismiss" size={24} icon={<IconX size={14} stroke={1.5} />} onClick={onClose} />
    </div>
  )
}
