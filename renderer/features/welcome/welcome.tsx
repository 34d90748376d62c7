import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Problem } from '../../../electron/contract/result.ts'
import { invoke } from '../../bridge.ts'
import { ProblemView } from '../../ui/feedback/problem-view.tsx'
import { useTask } from '../../ui/use-task.ts'
import classes from './welcome.module.css'

type WelcomeProps = {
  /** The connect form; it belongs to the accounts. */
  form: ReactNode
  /** Accounts that exist while none is in use. */
  choice?: ReactNode
}

/** First start: connect a service, or explore the sample workspace. */
export const Welcome = ({ form, choice }: WelcomeProps) => {
  const sample = useTask<Problem>()
  return (
    <main className={classes.page}>
      <div className={classes.sheet}>
        <header className={classes.head}>
          <Mark />
          <h1 className={classes.title}>Replay Desk</h1>
          <p className={classes.lead}>
            See what your browser agents did, review it, and archive it before the links expire.
          </p>
        </header>
        {choice}
        <div className={classes.ways}>
          <section className={classes.way} aria-labelledby="welcome-connect">
            <h2 id="welcome-connect" className={classes.wayTitle}>
              Connect a service
            </h2>
            {form}
            <p className={classes.small}>
              The key is saved in the system keychain and sent only to this address. Without a keychain, it is kept
              until you quit.
            </p>
          </section>
          <section className={classes.way} aria-labelledby="welcome-sample">
            <h2 id="welcome-sample" className={classes.wayTitle}>
              Or explore first
            </h2>
            <p className={classes.text}>
              The sample workspace has real recordings of agents: sessions that pass, fail, wait and time out. It needs
              no network and no account.
            </p>
            <Button
              variant="default"
              size="md"
              leftSection={<IconPlayerPlay size={16} stroke={1.5} />}
              loading={sample.busy}
              onClick={() => void sample.run(() => invoke('accounts.openSample', undefined))}
            >
              Explore the sample workspace
            </Button>
            {sample.problem ? <ProblemView compact problem={sample.problem} /> : null}
          </section>
        </div>
      </div>
    </main>
  )
}

/** The product's sign: a frame and its playhead. */
const Mark = () => (
  <svg className={classes.mark} viewBox="0 0 32 32" aria-hidden="true">
    <rect x="2.5" y="5.5" width="27" height="17" rx="3" fill="none" stroke="currentColor" strokeWidth="2" />
    <path d="M13.5 10.5v7l6-3.5z" fill="currentColor" />
    <path d="M3 27.5h26" stroke="currentColor" strokeWidth="2" strokeLinecap="round" opacity="0.4" />
    <path d="M3 27.5h11" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    <circle cx="14" cy="27.5" r="2.5" fill="currentColor" />
  </svg>
)
