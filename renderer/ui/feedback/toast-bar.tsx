import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../icon-button.tsx'
import classes from '../kit.module.css'
import type { Said } from './toast.ts'

const STAYS_MS = 10_000

type SaidBarProps = {
  said: Said | null
  /** Must stay the same between renders: with another one the time begins anew. */
  onClose: () => void
}

/** Tells what was just done, with its undo; goes by itself unless the pointer or the focus is on it. */
export const SaidBar = ({ said, onClose }: SaidBarProps) =>
  said ? <Bar key={said.text} said={said} onClose={onClose} /> : null

const Bar = ({ said, onClose }: { said: Said; onClose: () => void }) => {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(onClose, STAYS_MS)
    return () => clearTimeout(timer)
  }, [held, onClose])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only holds the bar
    <div
      className={classes.said}
      data-tone={said.tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span role="status">{said.text}</span>
      {said.actions.map(({ label, run }) => (
        <Button
          key={label}
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            onClose()
            run()
          }}
        >
          {label}
        </Button>
      ))}
      <IconButton label="Dismiss" size={24} icon={<IconX size={14} stroke={1.5} />} onClick={onClose} />
    </div>
  )
}
