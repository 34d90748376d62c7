import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Account } from '../../electron/contract/models/account-models.ts'
import type { Problem } from '../../electron/contract/result.ts'
import { invoke, problemOf, useAsk } from '../bridge.ts'
import { ConnectForm } from '../features/accounts/connect-form.tsx'
import { Welcome } from '../features/welcome/welcome.tsx'
import { ProblemView } from '../ui/feedback/problem-view.tsx'
import { useTask } from '../ui/use-task.ts'
import classes from './frame.module.css'
import { Frame } from './frame.tsx'
import { activateAccount } from './navigation/account-switcher.tsx'
import { showNotice } from './status/notices.tsx'

const Starting = ({ children }: { children: string }) => (
  <main className={classes.start} aria-busy="true">
    {children}
  </main>
)

const Choice = ({ accounts }: { accounts: readonly Account[] }) => (
  <section aria-label="Your accounts" className={classes.choice}>
    {accounts.map((account) => (
      <Button key={account.id} variant="default" size="md" onClick={() => void activateAccount(account.id)}>
        {account.label}
      </Button>
    ))}
  </section>
)

/** Opens the sample workspace once at a start that asks for it. */
const useDemo = (wanted: boolean) => {
  const task = useTask<Problem>()
  const asked = useRef(false)
  const open = () => void task.run(() => invoke('accounts.openSample', undefined))
  useEffect(() => {
    if (!wanted || asked.current) return
    asked.current = true
    open()
  })
  return { problem: task.problem, busy: task.busy, open, asked: asked.current }
}

/** Welcome until an account is in use, then the frame. */
export const Start = () => {
  const info = useAsk('app.info', undefined)
  const accounts = useAsk('accounts.list', undefined)
  const active = accounts.data?.find((account) => account.active)
  const demo = useDemo(Boolean(info.data?.demo && accounts.data && active?.method !== 'sample'))
  const notices = info.data?.notices
  useEffect(() => {
    for (const notice of notices ?? []) showNotice(notice)
  }, [notices])

  if (info.isError || accounts.isError)
    return (
      <main className={classes.full}>
        <ProblemView
          title="Replay Desk could not start"
          problem={problemOf(info.error ?? accounts.error)}
          action={{
            label: 'Retry',
            onClick: () => {
              void info.refetch()
              void accounts.refetch()
            },
          }}
        />
      </main>
    )
  if (!info.data || !accounts.data) return <Starting>Starting</Starting>
  if (demo.problem && !active)
    return (
      <main className={classes.full}>
        <ProblemView
          title="The sample workspace could not be opened"
          problem={demo.problem}
          action={{ label: 'Retry', onClick: demo.open, busy: demo.busy }}
        />
      </main>
    )
  if (info.data.demo && active?.method !== 'sample' && (demo.busy || !demo.asked))
    return <Starting>Opening the sample workspace</Starting>
  if (active) return <Frame account={active} />
  return (
    <Welcome
      form={<ConnectForm onConnected={() => undefined} />}
      choice={accounts.data.length > 0 ? <Choice accounts={accounts.data} /> : null}
    />
  )
}
