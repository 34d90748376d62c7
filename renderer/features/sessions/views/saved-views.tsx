import { Button, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconBookmark } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { LONGEST_VIEW_NAME } from '../../../../electron/contract/constants/session-constants.ts'
import type { SavedView } from '../../../../electron/contract/models/view-models.ts'
import type { Result } from '../../../../electron/contract/result.ts'
import { invoke } from '../../../bridge.ts'
import { notifyProblem } from '../../../ui/feedback/notify-problem.ts'
import { KeyItem } from '../../../ui/keys/key-item.tsx'
import { itemShortcuts } from '../../../ui/keys/shortcuts/start-shortcuts.ts'
import type { MenuAt } from '../../../ui/list/use-list-controls.ts'
import { PointMenu } from '../../../ui/point-menu.tsx'
import { formatCount } from '../../../ui/text/format-text.ts'
import { useList } from '../session-store.ts'
import { isShown, showView, useLoadAgain, useSavedViews, useViewCounts } from './saved-queries.ts'
import classes from './views.module.css'

const say = <T,>(result: Result<T>): void => {
  if (!result.ok) notifyProblem(result.problem)
}

const useViewActions = (accountId: string, views: readonly SavedView[]) => {
  const loadAgain = useLoadAgain()
  const done = async <T,>(work: Promise<Result<T>>): Promise<void> => {
    say(await work)
    await loadAgain()
  }
  return {
    rename: (id: string, name: string) => void done(invoke('views.update', { accountId, id, patch: { name } })),
    move: (id: string, by: number) => {
      const at = views.findIndex((view) => view.id === id) + by
      if (at >= 0 && at < views.length) void done(invoke('views.move', { accountId, id, at }))
    },
    remove: async (id: string) => {
      const removed = await invoke('views.remove', { accountId, id })
      await loadAgain()
      if (!removed.ok) return say(removed)
      const { view, at } = removed.value
      const toast = notifications.show({
        message: (
          <span className={classes.removed}>
            {`Removed the view “${view.name}”.`}
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                notifications.hide(toast)
                void done(invoke('views.add', { accountId, view, at }))
              }}
            >
              Undo
            </Button>
          </span>
        ),
      })
    },
  }
}

/** Nothing until it was counted, and for a query that this version cannot read. */
const countText = (count: number | null | undefined): string => (count == null ? '' : formatCount(count))

type NameFieldProps = { view: SavedView; onName: (name: string | null) => void }

/** Enter and leaving keep the name, Esc does not. */
const NameField = ({ view, onName }: NameFieldProps) => {
  const [name, setName] = useState(view.name)
  const ended = useRef(false)
  const end = (given: string | null) => {
    if (ended.current) return
    ended.current = true
    onName(given === null || given.trim() === '' || given.trim() === view.name ? null : given.trim())
  }
  return (
    <input
      ref={(element) => element?.focus()}
      className={classes.field}
      aria-label="Name of the view"
      value={name}
      maxLength={LONGEST_VIEW_NAME}
      onChange={(event) => setName(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => end(name)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') end(name)
        if (event.key === 'Escape') end(null)
      }}
    />
  )
}

type SavedViewsProps = {
  accountId: string
  /** The list of sessions is on screen. */
  current: boolean
  onShow: () => void
}

/** The saved views below Sessions. F2 renames, Alt+↑/↓ moves, Delete removes. */
export const SavedViews = ({ accountId, current, onShow }: SavedViewsProps) => {
  const views = useSavedViews()
  const counts = useViewCounts()
  const query = useList(accountId, (s) => s.query)
  const [naming, setNaming] = useState<string | null>(null)
  const [menu, setMenu] = useState<MenuAt<SavedView> | null>(null)
  const { rename, move, remove } = useViewActions(accountId, views)
  const rows = useRef(new Map<string, HTMLButtonElement>())

  const onKeyDown = (event: KeyboardEvent, { id }: SavedView) => {
    const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined
    if (step !== undefined) move(id, step)
    else if (event.key === 'F2') setNaming(id)
    else if (event.key === 'Delete') void remove(id)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <ul className={classes.views} aria-label="Views">
      {views.map((view) => (
        <li key={view.id}>
          {naming === view.id ? (
            <NameField
              view={view}
              onName={(name) => {
                setNaming(null)
                if (name !== null) rename(view.id, name)
                setTimeout(() => rows.current.get(view.id)?.focus(), 0)
              }}
            />
          ) : (
            <button
              type="button"
              ref={(element) => {
                if (element) rows.current.set(view.id, element)
                else rows.current.delete(view.id)
              }}
              className={classes.view}
              title={view.text || view.name}
              aria-current={current && isShown(query, view) ? 'page' : undefined}
              onClick={() => {
                showView(accountId, view)
                onShow()
              }}
              onKeyDown={(event) => onKeyDown(event, view)}
              onContextMenu={(event) => {
                event.preventDefault()
                const box = event.currentTarget.getBoundingClientRect()
                setMenu({ row: view, x: event.clientX || box.left + 24, y: event.clientY || box.bottom })
              }}
            >
              <IconBookmark size={14} stroke={1.5} aria-hidden="true" />
              <span className={classes.name}>{view.name}</span>
              <span className={classes.count}>{countText(counts[view.id])}</span>
            </button>
          )}
        </li>
      ))}
      {menu ? (
        <PointMenu x={menu.x} y={menu.y} onClose={() => setMenu(null)}>
          <KeyItem shortcut={itemShortcuts.rename} onClick={() => setNaming(menu.row.id)}>
            Rename
          </KeyItem>
          <KeyItem shortcut={itemShortcuts.moveUp} onClick={() => move(menu.row.id, -1)}>
            Move up
          </KeyItem>
          <KeyItem shortcut={itemShortcuts.moveDown} onClick={() => move(menu.row.id, 1)}>
            Move down
          </KeyItem>
          <Menu.Divider />
          <KeyItem shortcut={itemShortcuts.remove} onClick={() => void remove(menu.row.id)}>
            Remove
          </KeyItem>
        </PointMenu>
      ) : null}
    </ul>
  )
}
