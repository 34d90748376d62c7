import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Account } from '../../../electron/contract/models/account-models.ts'
import { problemOf, useAsk } from '../../bridge.ts'
import { ProblemView } from '../../ui/feedback/problem-view.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { AccountRow } from './account-row.tsx'
import classes from './accounts.module.css'

const RemoveDialog = lazy(async () => ({ default: (await import('./remove-dialog.tsx')).RemoveDialog }))

type AccountsSectionProps = { onConnect: () => void; onSignIn: (accountId: string) => void }

/** All accounts: switch, rename, header prefix, sign in again, remove. */
export const AccountsSection = ({ onConnect, onSignIn }: AccountsSectionProps) => {
  const accounts = useAsk('accounts.list', undefined)
  const [removing, setRemoving] = useState<Account | null>(null)
  if (accounts.isPending) return <SkeletonRows rows={4} />
  if (accounts.isError)
    return (
      <ProblemView
        problem={problemOf(accounts.error)}
        action={{ label: 'Retry', onClick: () => void accounts.refetch() }}
      />
    )
  return (
    <div className={classes.accounts}>
      {accounts.data.map((account) => (
        <AccountRow
          key={account.id}
          account={account}
          onSignIn={() => onSignIn(account.id)}
          onRemove={() => setRemoving(account)}
        />
      ))}
      <div>
        <Button variant="default" onClick={onConnect}>
          Connect another service
        </Button>
      </div>
      {removing ? (
        <Suspense fallback={null}>
          <RemoveDialog account={removing} onClose={() => setRemoving(null)} />
        </Suspense>
      ) : null}
    </div>
  )
}
