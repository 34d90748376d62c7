import { Modal } from '@mantine/core'
import type { Account } from '../../../electron/contract/models/account-models.ts'
import type { Problem } from '../../../electron/contract/result.ts'
import { invoke, useAsk } from '../../bridge.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import { ProblemView } from '../../ui/feedback/problem-view.tsx'
import { useTask } from '../../ui/use-task.ts'
import classes from './accounts.module.css'
import { contentsText } from './contents-text.ts'

/** A key cannot be brought back, so this one is asked; the button names the act. */
export const RemoveDialog = ({ account, onClose }: { account: Account | null; onClose: () => void }) => {
  const task = useTask<Problem>()
  const contents = useAsk(
    'accounts.contents',
    { accountId: account?.id ?? '-' },
    { enabled: account !== null, gcTime: 0 },
  )
  const onRemove = async () => {
    if (!account) return
    const outcome = await task.run(() => invoke('accounts.remove', { accountId: account.id }))
    if (outcome?.ok) onClose()
  }
  return (
    <Modal opened={account !== null} onClose={onClose} title={`Remove ${account?.label ?? ''}`}>
      <p className={classes.lead}>
        {account?.method === 'sample'
          ? 'Its sessions, notes and verdicts are deleted from this computer. You can open a new sample workspace at any time.'
          : 'Its key and everything below are deleted from this computer. Nothing changes on the service, and archived files are kept. This cannot be undone.'}
      </p>
      {contents.data ? <p className={classes.lead}>{contentsText(contents.data)}</p> : null}
      {account && account.method !== 'sample' ? (
        <p className={classes.lead}>To keep this data and remove only the key, sign out instead.</p>
      ) : null}
      {task.problem ? <ProblemView compact problem={task.problem} /> : null}
      <DialogFooter
        cancel={{ onClick: onClose }}
        main={{ label: 'Remove account', onClick: () => void onRemove(), loading: task.busy, destructive: true }}
      />
    </Modal>
  )
}
