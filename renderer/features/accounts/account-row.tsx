import { Button, Menu, TextInput } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { Account } from '../../../electron/contract/models/account-models.ts'
import type { Problem } from '../../../electron/contract/result.ts'
import { invoke } from '../../bridge.ts'
import { ProblemView } from '../../ui/feedback/problem-view.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { StateChip } from '../../ui/state-chip.tsx'
import { useTask } from '../../ui/use-task.ts'
import classes from './accounts.module.css'
import { methodText, tokenStorageText } from './token-storage.ts'

type AccountRowProps = { account: Account; onSignIn: () => void; onRemove: () => void }

const listingText = (lists: boolean | null): string =>
  lists === null ? 'Unknown' : lists ? 'Listed by the service' : 'Pasted ids; the service does not list sessions'

const EditForm = ({ account, onDone }: { account: Account; onDone: () => void }) => {
  const task = useTask<Problem>()
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const label = String(data.get('label') ?? '').trim()
    const headerPrefix = String(data.get('headerPrefix') ?? '').trim()
    const outcome = await task.run(() =>
      invoke('accounts.update', {
        accountId: account.id,
        ...(label ? { label } : {}),
        ...(headerPrefix ? { headerPrefix } : {}),
      }),
    )
    if (outcome?.ok) onDone()
  }
  return (
    <form className={classes.edit} onSubmit={onSubmit} noValidate>
      <TextInput name="label" label="Name" defaultValue={account.label} maxLength={80} autoFocus />
      {account.method === 'sample' ? null : (
        <TextInput name="headerPrefix" label="Header prefix" defaultValue={account.headerPrefix} spellCheck={false} />
      )}
      <Button type="submit" loading={task.busy}>
        Save
      </Button>
      <Button variant="subtle" onClick={onDone}>
        Cancel
      </Button>
      {task.problem ? <ProblemView compact problem={task.problem} /> : null}
    </form>
  )
}

export const AccountRow = ({ account, onSignIn, onRemove }: AccountRowProps) => {
  const [editing, setEditing] = useState(false)
  const activate = useTask<Problem>()
  const signOut = useTask<Problem>()
  const storage = account.tokenPlace
  const sample = account.method === 'sample'
  return (
    <section className={classes.account} aria-label={account.label}>
      <div className={classes.accountHead}>
        <h2 className={classes.accountName}>{account.label}</h2>
        {account.active ? <StateChip tone="accent">In use</StateChip> : null}
        {account.signedIn ? null : <StateChip tone="attention">Signed out</StateChip>}
        <span className={classes.grow} />
        {account.signedIn || sample ? null : (
          <Button variant="default" onClick={onSignIn}>
            Sign in again
          </Button>
        )}
        {account.active ? null : (
          <Button
            variant="default"
            loading={activate.busy}
            onClick={() => void activate.run(() => invoke('accounts.activate', { accountId: account.id }))}
          >
            Switch to this account
          </Button>
        )}
        <Menu position="bottom-end">
          <Menu.Target>
            <IconButton label={`More for ${account.label}`} icon={<IconDots size={16} stroke={1.5} />} />
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setEditing(true)}>{sample ? 'Rename' : 'Rename, header prefix'}</Menu.Item>
            {sample ? null : <Menu.Item onClick={onSignIn}>Sign in again</Menu.Item>}
            {sample || !account.signedIn ? null : (
              <Menu.Item onClick={() => void signOut.run(() => invoke('accounts.signOut', { accountId: account.id }))}>
                Sign out
              </Menu.Item>
            )}
            <Menu.Item className={classes.remove} onClick={onRemove}>
              Remove account
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      {activate.problem ? <ProblemView compact problem={activate.problem} /> : null}
      {signOut.problem ? <ProblemView compact problem={signOut.problem} /> : null}
      {editing ? (
        <EditForm account={account} onDone={() => setEditing(false)} />
      ) : (
        <dl className={classes.facts}>
          <dt>Address</dt>
          <dd className={`${classes.mono} desk-selectable`}>{account.baseUrl}</dd>
          <dt>Sign-in</dt>
          <dd>{methodText(account)}</dd>
          <dt>Key</dt>
          <dd>
            {tokenStorageText(storage).long}
            {storage.kind === 'memory' ? <div className={classes.second}>{storage.next}</div> : null}
          </dd>
          <dt>Sessions</dt>
          <dd>{listingText(account.listsSessions)}</dd>
          {sample ? null : (
            <>
              <dt>Header prefix</dt>
              <dd className={classes.mono}>{account.headerPrefix}</dd>
            </>
          )}
        </dl>
      )}
    </section>
  )
}
