import { Button, Menu, SegmentedControl, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { type FunctionRole, functionRoles } from '../../../electron/contract/constants/function-constants.ts'
import type { FunctionTarget, RecentFunction } from '../../../electron/contract/models/function-models.ts'
import { invoke, useAsk } from '../../bridge.ts'
import { KeyItem } from '../../ui/keys/key-item.tsx'
import { functionShortcuts } from '../../ui/keys/shortcuts/inspect-shortcuts.ts'
import { itemShortcuts } from '../../ui/keys/shortcuts/start-shortcuts.ts'
import { PointMenu } from '../../ui/point-menu.tsx'
import { copyText } from '../../ui/text/copy.ts'
import { formatDateTime, formatPast } from '../../ui/text/format-text.ts'
import { Tip } from '../../ui/tip.tsx'
import { useNow } from '../../ui/use-now.ts'
import { type FieldErrors, idText, roleLabels } from './function-text.ts'
import classes from './functions.module.css'

const ROLES = functionRoles.map((role) => ({ value: role, label: roleLabels[role] }))

type TargetFormProps = {
  target: FunctionTarget | null
  errors: Pick<FieldErrors, 'connectionId' | 'role'>
  input: RefObject<HTMLInputElement | null>
  onOpen: (target: FunctionTarget) => void
}

/** Which function: the connection's id and its role. */
const TargetForm = ({ target, errors, input, onOpen }: TargetFormProps) => {
  const [connectionId, setConnectionId] = useState(target?.connectionId ?? '')
  const [role, setRole] = useState<FunctionRole>(target?.role ?? 'login')
  const [missing, setMissing] = useState(false)
  const open = () => {
    const id = connectionId.trim()
    setMissing(id === '')
    if (id === '') input.current?.focus()
    else onOpen({ connectionId: id, role })
  }
  const asOpened = target !== null && connectionId.trim() === target.connectionId && role === target.role
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        open()
      }}
    >
      <TextInput
        ref={input}
        label="Connection id"
        value={connectionId}
        onChange={(event) => {
          setConnectionId(event.currentTarget.value)
          setMissing(false)
        }}
        error={missing ? 'Enter the id of a connection.' : asOpened ? errors.connectionId : null}
        maxLength={1_024}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: classes.mono }}
      />
      <div>
        <SegmentedControl
          aria-label="Role"
          fullWidth
          value={role}
          onChange={(value) => setRole(value as FunctionRole)}
          data={ROLES}
        />
        {asOpened && errors.role ? (
          <p className={classes.fieldError} role="alert">
            {errors.role}
          </p>
        ) : null}
      </div>
      <Button type="submit" variant="default">
        Open
      </Button>
    </form>
  )
}

type RecentsProps = { target: FunctionTarget | null; onOpen: (target: FunctionTarget) => void }

const sameTarget = (a: FunctionTarget | null, b: FunctionTarget): boolean =>
  a?.connectionId === b.connectionId && a.role === b.role

/** What was used last. Arrow keys move, Enter opens, Delete takes a line off the list. */
const Recents = ({ target, onOpen }: RecentsProps) => {
  const recent = useAsk('functions.recent', undefined)
  const now = useNow(30_000)
  const [menu, setMenu] = useState<{ of: RecentFunction; x: number; y: number } | null>(null)
  const rows = recent.data ?? []
  const forget = async ({ connectionId, role }: FunctionTarget) => {
    await invoke('functions.forget', { connectionId, role })
    await recent.refetch()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>, of: RecentFunction) => {
    const item = event.currentTarget.parentElement
    const list = item?.parentElement
    const to = { ArrowDown: item?.nextElementSibling, ArrowUp: item?.previousElementSibling }[event.key]
    const end = { Home: list?.firstElementChild, End: list?.lastElementChild }[event.key]
    if (event.key === 'Delete') {
      ;(item?.nextElementSibling ?? item?.previousElementSibling)?.querySelector('button')?.focus()
      void forget(of)
    } else if (to ?? end) (to ?? end)?.querySelector('button')?.focus()
    else return
    event.preventDefault()
  }
  if (rows.length === 0) return null
  return (
    <section className={classes.recents} aria-label="Recent functions">
      <h3 className={classes.sectionTitle}>Recent</h3>
      <ul className={classes.recentList}>
        {rows.map((of) => (
          <li key={`${of.role} ${of.connectionId}`}>
            <button
              type="button"
              className={classes.recent}
              aria-current={sameTarget(target, of) ? 'true' : undefined}
              onClick={() => onOpen({ connectionId: of.connectionId, role: of.role })}
              onKeyDown={(event) => onKeyDown(event, of)}
              onContextMenu={(event) => {
                event.preventDefault()
                setMenu({ of, x: event.clientX, y: event.clientY })
              }}
            >
              <span className={classes.recentId} title={of.connectionId}>
                {idText(of.connectionId)}
              </span>
              <span className={classes.recentFacts}>
                <span>{roleLabels[of.role]}</span>
                {of.hasDraft ? (
                  <span className={classes.draftMark}>
                    <IconPencil size={12} stroke={1.5} aria-hidden="true" />
                    Draft
                  </span>
                ) : null}
                <span className={classes.when} title={formatDateTime(of.usedAt)}>
                  {formatPast(of.usedAt, now)}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {menu ? (
        <PointMenu x={menu.x} y={menu.y} width={240} onClose={() => setMenu(null)}>
          <Menu.Item onClick={() => onOpen({ connectionId: menu.of.connectionId, role: menu.of.role })}>Open</Menu.Item>
          <Menu.Item onClick={() => void copyText(menu.of.connectionId)}>Copy connection id</Menu.Item>
          <Menu.Divider />
          <KeyItem shortcut={itemShortcuts.remove} onClick={() => void forget(menu.of)}>
            Remove from list
          </KeyItem>
        </PointMenu>
      ) : null}
    </section>
  )
}

type OfferedProps = { connections: readonly string[]; onOpen: (target: FunctionTarget) => void }

/** Connections that are known without having been used; what was used is under "Recent". */
const Offered = ({ connections, onOpen }: OfferedProps) => {
  const recent = useAsk('functions.recent', undefined)
  const used = new Set(recent.data?.map(({ connectionId }) => connectionId))
  const rows = recent.data ? connections.filter((connectionId) => !used.has(connectionId)) : []
  if (rows.length === 0) return null
  return (
    <section className={classes.recents} aria-label="Known connections">
      <h3 className={classes.sectionTitle}>Known connections</h3>
      <ul className={classes.recentList}>
        {rows.map((connectionId) => (
          <li key={connectionId}>
            <button type="button" className={classes.recent} onClick={() => onOpen({ connectionId, role: 'login' })}>
              <span className={classes.recentId} title={connectionId}>
                {idText(connectionId)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Left of the editor: which function, those used last, and connections known otherwise. */
export const TargetPanel = ({ offered, ...props }: TargetFormProps & { offered: readonly string[] }) => (
  <div className={classes.targets}>
    <Tip label="Focus connection id" shortcuts={[functionShortcuts.connection]} position="right">
      <h2 className={classes.panelTitle}>Function</h2>
    </Tip>
    <TargetForm key={`${props.target?.role} ${props.target?.connectionId}`} {...props} />
    <Recents target={props.target} onOpen={props.onOpen} />
    <Offered connections={offered} onOpen={props.onOpen} />
  </div>
)
