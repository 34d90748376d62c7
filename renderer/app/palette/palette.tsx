import { Modal } from '@mantine/core'
import { Spotlight } from '@mantine/spotlight'
import { IconChevronRight, IconPlayerPlay, IconSearch } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { titleOf } from '../../../electron/contract/constants/session-constants.ts'
import type { SessionRow } from '../../../electron/contract/models/session-models.ts'
import { useAsk } from '../../bridge.ts'
import { statusLabel } from '../../features/sessions/session-text.ts'
import { KeyCaps } from '../../ui/keys/key-caps.tsx'
import { keysOf } from '../../ui/keys/keymap.ts'
import { type KeyBinding, useBindings } from '../../ui/keys/use-keys.ts'
import { formatDateTime, formatDuration } from '../../ui/text/format-text.ts'
import { useNavigation } from '../navigation/navigation-store.ts'
import { PLAIN_QUERY } from '../navigation/view-state.ts'
import { type Command, frameCommands } from './frame-commands.ts'
import classes from './palette.module.css'
import { commandsOf, isMovement, matchesCommand } from './palette-filter.ts'
import { PALETTE_LABEL, paletteStore, RESULTS_ID, selectFirst, useActiveOption } from './palette-store.ts'
import { useSessionHits } from './session-hits.ts'

/** Actions of the view on screen: they are its key bindings, so none can be forgotten here. */
const viewCommands = (bindings: readonly KeyBinding[], known: ReadonlySet<string>): Command[] =>
  commandsOf(bindings)
    .map(({ shortcut, label = shortcut.label, run }) => ({
      id: `key-${shortcut.id}-${label}`,
      label,
      group: shortcut.group,
      shortcut,
      // The dialog gives the focus back first, as if the key had been pressed there.
      run: () => setTimeout(() => run(new KeyboardEvent('keydown'), keysOf(shortcut)[0] ?? shortcut.keys[0] ?? ''), 0),
    }))
    .filter(({ label }) => !known.has(label))

const Hit = ({ row, onOpen }: { row: SessionRow; onOpen: () => void }) => (
  <Spotlight.Action
    onClick={onOpen}
    leftSection={<IconPlayerPlay size={16} stroke={1.5} />}
    rightSection={<span className={classes.fact}>{formatDuration(row.videoDurationMs ?? row.durationMs)}</span>}
    label={titleOf(row) ?? row.sessionId}
    role="option"
    description={[titleOf(row) ? row.sessionId : null, statusLabel(row.status).text, formatDateTime(row.createdAt)]
      .filter(Boolean)
      .join(' · ')}
  />
)

/** The list scrolls, so the keyboard must reach it. It is passed on, though the type of the list leaves it out. */
const results = { viewportProps: { tabIndex: 0, id: RESULTS_ID, role: 'listbox', 'aria-label': 'Results' } }

const groupOf = (label: string) => ({ label, role: 'group', 'aria-label': label })

/** Every action, and every session by id, title and note. */
export const Palette = () => {
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const accounts = useAsk('accounts.list', undefined)
  const views = useAsk('views.list', undefined, { enabled: open }).data
  const go = useNavigation((navigation) => navigation.go)
  const hits = useSessionHits(text, open)
  const bindings = useBindings(open) // those of the view below
  const commands = useMemo(() => {
    if (!open) return []
    const frame = frameCommands(accounts.data ?? [], views)
    const view = viewCommands(bindings, new Set([...frame.map((command) => command.label), PALETTE_LABEL]))
    return [...view, ...frame]
  }, [open, bindings, accounts.data, views])
  const shown = commands.filter(
    (command) =>
      matchesCommand(text, command.label, command.group) &&
      (text.trim() || !command.shortcut || !isMovement(command.shortcut)),
  )
  const groups = [...new Set(shown.map((command) => command.group))]
  // Hits come a moment after the letters: the first line is always the one that Enter takes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the lines change
  useEffect(() => {
    if (open) selectFirst()
  }, [open, text, hits])
  const option = useActiveOption(open)
  const openSession = (sessionId: string) => go({ name: 'player', sessionId, startAtMs: null, query: PLAIN_QUERY })

  return (
    <Spotlight.Root
      store={paletteStore}
      query={text}
      onQueryChange={setText}
      shortcut={null}
      onSpotlightOpen={() => setOpen(true)}
      onSpotlightClose={() => setOpen(false)}
      clearQueryOnClose
      scrollable
      maxHeight={440}
      size={600}
      yOffset="min(12vh, 72px)"
      centered={false}
      transitionProps={{ duration: 0 }}
      overlayProps={{ blur: 0 }}
      classNames={{
        content: classes.content,
        overlay: classes.overlay,
        search: classes.search,
        action: classes.action,
        actionBody: classes.body,
        actionLabel: classes.label,
        actionDescription: classes.description,
        actionSection: classes.section,
        actionsGroup: classes.group,
        actionsList: classes.list,
      }}
    >
      <Modal.Title className="desk-offscreen">{PALETTE_LABEL}</Modal.Title>
      <Spotlight.Search
        placeholder="Search sessions by id, title or note, or type a command"
        aria-label="Search sessions or type a command"
        role="combobox"
        aria-expanded={open}
        aria-controls={RESULTS_ID}
        aria-autocomplete="list"
        aria-activedescendant={option}
        leftSection={<IconSearch size={16} stroke={1.5} />}
      />
      <Spotlight.ActionsList {...results}>
        {hits.length > 0 ? (
          <Spotlight.ActionsGroup {...groupOf(text.trim() ? 'Sessions' : 'Recently opened')}>
            {hits.map((row) => (
              <Hit key={row.sessionId} row={row} onOpen={() => openSession(row.sessionId)} />
            ))}
          </Spotlight.ActionsGroup>
        ) : null}
        {groups.map((group) => (
          <Spotlight.ActionsGroup key={group} {...groupOf(group)}>
            {shown
              .filter((command) => command.group === group)
              .map((command) => (
                <Spotlight.Action
                  key={command.id}
                  role="option"
                  label={command.label}
                  onClick={command.run}
                  leftSection={<IconChevronRight size={16} stroke={1.5} />}
                  rightSection={command.shortcut ? <KeyCaps shortcut={command.shortcut} /> : undefined}
                />
              ))}
          </Spotlight.ActionsGroup>
        ))}
        {shown.length + hits.length === 0 ? <Spotlight.Empty>No session or command found.</Spotlight.Empty> : null}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}
