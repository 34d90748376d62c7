import { useMantineStyleNonce } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns2, IconFold, IconList } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../icon-button.tsx'
import { isMac, matchesKeys } from '../keys/key-binding.ts'
import { keysOf } from '../keys/keymap.ts'
import { changeShortcuts } from '../keys/shortcuts/inspect-shortcuts.ts'
import type { Shortcut } from '../keys/shortcuts/shortcut.ts'
import { useKeys } from '../keys/use-keys.ts'
import { createRemembered } from '../saves/remembered.ts'
import { formatCount } from '../text/format-text.ts'
import classes from './code.module.css'
import { type DiffCounts, type ShownDiff, showDiff } from './diff-parts.ts'
import type { DiffMode, DiffViewProps } from './diff-view.tsx'

/** Below, side by side breaks most lines of code; only who chose it gets it. */
const TWO_COLUMNS_PX = 720
const icon = { size: 16, stroke: 1.5 } as const

/** The columns that were selected last; null: by the room there is. */
const useLastMode = createRemembered<{ mode: DiffMode | null }>(
  'desk.diff',
  (stored) => ({ mode: stored === 'split' || stored === 'unified' ? stored : null }),
  ({ mode }) => mode ?? '',
)

const Counts = ({ counts: { added, removed, changes } }: { counts: DiffCounts }) =>
  changes === 0 ? (
    <span className={classes.same}>No difference</span>
  ) : (
    <span className={classes.counts}>
      <span className={classes.added} title={`${formatCount(added)} ${added === 1 ? 'line' : 'lines'} added`}>
        +{formatCount(added)}
      </span>
      <span className={classes.removed} title={`${formatCount(removed)} ${removed === 1 ? 'line' : 'lines'} removed`}>
        −{formatCount(removed)}
      </span>
    </span>
  )

export const Diff = ({ before, after, beforeLabel, afterLabel, language, label, mode: first }: DiffViewProps) => {
  const nonce = useMantineStyleNonce()?.() ?? ''
  const [mode, setMode] = useState<DiffMode | null>(() => useLastMode.getState().mode ?? first ?? null)
  const [whole, setWhole] = useState(false)
  const [counts, setCounts] = useState<DiffCounts | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const shown = useRef<ShownDiff>(null)

  useEffect(() => {
    if (!frame.current) return
    if (mode === null) return setMode(frame.current.clientWidth < TWO_COLUMNS_PX ? 'unified' : 'split')
    const made = showDiff(frame.current, {
      before,
      after,
      beforeLabel,
      afterLabel,
      language,
      label,
      nonce,
      mode,
      whole,
    })
    shown.current = made
    setCounts(made.counts)
    return () => {
      shown.current = null
      made.destroy()
    }
  }, [before, after, beforeLabel, afterLabel, language, label, nonce, mode, whole])

  const next = () => shown.current?.next()
  const previous = () => shown.current?.previous()
  useKeys([
    { shortcut: changeShortcuts.next, run: next },
    { shortcut: changeShortcuts.previous, run: previous },
  ])
  // The keys of the page are off in a dialog; there they work wherever its focus is.
  useEffect(() => {
    const dialog = frame.current?.closest('[role=dialog]')
    const onKey = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.defaultPrevented) return
      const pressed = (shortcut: Shortcut) => keysOf(shortcut).some((keys) => matchesKeys(keys, event, isMac()))
      if (pressed(changeShortcuts.next)) shown.current?.next()
      else if (pressed(changeShortcuts.previous)) shown.current?.previous()
      else return
      event.preventDefault()
    }
    dialog?.addEventListener('keydown', onKey)
    return () => dialog?.removeEventListener('keydown', onKey)
  }, [])

  const choose = (wanted: DiffMode) => {
    useLastMode.setState({ mode: wanted })
    setMode(wanted)
  }
  const none = counts === null || counts.changes === 0
  return (
    <section className={classes.frame} aria-label={label}>
      <div className={classes.bar}>
        <span className={classes.side} title={beforeLabel}>
          {beforeLabel}
        </span>
        <span aria-hidden="true">→</span>
        <span className={classes.side} title={afterLabel}>
          {afterLabel}
        </span>
        {counts ? <Counts counts={counts} /> : null}
        <span className={classes.acts}>
          <IconButton
            label="Previous change"
            shortcut={changeShortcuts.previous}
            disabled={none}
            size={24}
            icon={<IconArrowUp {...icon} />}
            onClick={previous}
          />
          <IconButton
            label="Next change"
            shortcut={changeShortcuts.next}
            disabled={none}
            size={24}
            icon={<IconArrowDown {...icon} />}
            onClick={next}
          />
          <IconButton
            label={whole ? 'Only changes' : 'All lines'}
            active={whole}
            size={24}
            icon={<IconFold {...icon} />}
            onClick={() => setWhole(!whole)}
          />
          <IconButton
            label="Unified"
            active={mode === 'unified'}
            size={24}
            icon={<IconList {...icon} />}
            onClick={() => choose('unified')}
          />
          <IconButton
            label="Side by side"
            active={mode === 'split'}
            size={24}
            icon={<IconColumns2 {...icon} />}
            onClick={() => choose('split')}
          />
        </span>
      </div>
      <div ref={frame} className={classes.view} />
    </section>
  )
}
