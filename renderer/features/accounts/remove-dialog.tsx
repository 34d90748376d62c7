import { Button, Modal } from '@mantine/core'
import type { Account } from '../../../electron/contract/account-models.ts'
import type { Problem } from '../../../electron/contract/result.ts'
import { invoke } from '../../bridge.ts'
import { ProblemView } from '../../ui/problem-view.tsx'
import { useTask } from '../../ui/use-task.ts'
import classes from './accounts.module.css'

/** A key cannot be brought back, so this one is asked; the button names the act. */
export const RemoveDialog = ({ account, onClose }: { account: Account | null; onClose: () => void }) => {
  const task = useTask<Problem>()
  const onRemove = async () => {
    if (!account) return
    const outcome = await task.run(() => invoke('accounts.remove', { accountId: account.id }))
    if (outcome?.ok) onClose()
  }
  return (
    <Modal opened={account !== null} onClose={onClose} title={`Remove ${account?.label ?? ''}`}>
      <p className={classes.lead}>
        {account?.method === 'sample'
          ? 'Its sessions, notes and verdicts are removed from this computer. You can open a fresh sample workspace at any time.'
          : 'Its key, and the notes, verdicts and positions of its sessions, are removed from this computer. Nothing changes at the service. This cannot be undone.'}
      </p>
      {task.problem ? <ProblemView compact problem={task.problem} /> : null}
      <div className={classes.buttons}>
        <Button color="red" loading={task.busy} onClick={onRemove} className={classes.danger}>
          Remove account
        </Button>
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep it
        </Button>
      </div>
    </Modal>
  )
}
