import { Menu } from '@mantine/core'
import { IconCheck, IconChevronDown, IconPlus, IconSettings } from '@tabler/icons-react'
import type { Account } from '../../../electron/contract/models/account-models.ts'
import { invoke, useAsk } from '../../bridge.ts'
import { tokenStorageText } from '../../features/accounts/token-storage.ts'
import { notifyProblem } from '../../ui/feedback/notify-problem.ts'
import { useLayout } from '../layout-store.ts'
import classes from './nav.module.css'
import { useNavigation } from './navigation-store.ts'

/** Switches the account; a refusal is reported in one sentence. */
export const activateAccount = async (accountId: string): Promise<void> => {
  const result = await invoke('accounts.activate', { accountId })
  if (!result.ok) notifyProblem(result.problem)
}

export const AccountSwitcher = ({ account, narrow }: { account: Account; narrow: boolean }) => {
  const accounts = useAsk('accounts.list', undefined)
  const setDialog = useLayout((layout) => layout.setDialog)
  const go = useNavigation((navigation) => navigation.go)
  return (
    <Menu position="bottom-start" width={264}>
      <Menu.Target>
        <button type="button" className={classes.account} aria-label={`Account ${account.label}. Switch account`}>
          <span className={classes.badge} aria-hidden="true">
            {(Array.from(account.label)[0] ?? '?').toUpperCase()}
          </span>
          {narrow ? null : (
            <>
              <span className={classes.accountName}>{account.label}</span>
              <IconChevronDown size={14} stroke={1.5} />
            </>
          )}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {accounts.data?.map((one) => (
          <Menu.Item
            key={one.id}
            leftSection={
              one.active ? <IconCheck size={16} stroke={1.5} aria-label="In use" /> : <span className={classes.gap} />
            }
            onClick={() => {
              if (!one.active) void activateAccount(one.id)
            }}
          >
            <span className={classes.choice}>{one.label}</span>
            <span className={classes.choiceFact}>
              {one.signedIn ? tokenStorageText(one.tokenPlace).short : 'Signed out'}
            </span>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconPlus size={16} stroke={1.5} />} onClick={() => setDialog({ kind: 'connect' })}>
          Connect another service
        </Menu.Item>
        <Menu.Item
          leftSection={<IconSettings size={16} stroke={1.5} />}
          onClick={() => go({ name: 'settings', section: 'accounts' })}
        >
          Manage accounts
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
