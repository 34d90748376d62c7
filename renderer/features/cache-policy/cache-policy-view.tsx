import { Button } from '@mantine/core'
import { IconDatabaseSearch, IconPlayerStop, IconSend } from '@tabler/icons-react'
import type { Account } from '../../../electron/contract/models/account-models.ts'
import { useAsk } from '../../bridge.ts'
import { EmptyView } from '../../ui/feedback/empty-view.tsx'
import { ProblemView } from '../../ui/feedback/problem-view.tsx'
import { cachePolicyShortcuts } from '../../ui/keys/shortcuts/inspect-shortcuts.ts'
import { useKeys } from '../../ui/keys/use-keys.ts'
import frame from '../../ui/list/list.module.css'
import { ResizablePanel } from '../../ui/panel/resizable-panel.tsx'
import { formatSpan } from '../../ui/text/format-text.ts'
import { Tip } from '../../ui/tip.tsx'
import { useNow } from '../../ui/use-now.ts'
import { AnswerList } from './answer-list.tsx'
import { AnswerView } from './answer-view.tsx'
import classes from './cache-policy.module.css'
import { refusedFields, requestOf } from './fields.ts'
import { CompareView } from './policy-comparison.tsx'
import { PolicyControls, RequestPreview } from './policy-controls.tsx'
import {
  askPolicy,
  compare,
  type Pane,
  type PolicyState,
  patchPolicy,
  setField,
  stopAsking,
  takeOver,
  usePolicy,
} from './policy-store.ts'

const PANES: readonly Pane[] = ['policy', 'raw', 'headers']

export type CachePolicyViewProps = { account: Account; onSignIn: () => void }

/** Why a question takes long, once it does. */
const Asking = () => {
  const now = useNow(1_000)
  const { data: limit } = useAsk('limit.get', undefined)
  const until = limit?.pausedUntil ?? null
  const waits = until !== null && until > now
  return (
    <span className={classes.asking} role="status">
      {waits ? `Waiting for the rate limit, ${formatSpan(until - now + 999)} left` : 'Sending…'}
    </span>
  )
}

type RightProps = CachePolicyViewProps & { state: PolicyState; ask: () => void; onCompare: (() => void) | null }

const Right = ({ account, state, ask, onSignIn, onCompare }: RightProps) => {
  const { answers, shown, marked, comparing, pane, problem } = state
  const byId = (id: number | undefined) => answers.find((one) => one.id === id)
  const [before, after] = [byId(marked[0]), byId(marked[1])]
  if (comparing && before && after) {
    const close = () => patchPolicy(account.id, { comparing: false })
    return <CompareView before={before} after={after} onClose={close} />
  }
  if (problem)
    return (
      <ProblemView
        problem={problem}
        action={
          problem.code === 'signed-out' || problem.code === 'unauthorized'
            ? { label: 'Sign in', onClick: onSignIn }
            : { label: 'Retry', onClick: ask }
        }
      />
    )
  const answer = byId(shown ?? undefined)
  if (!answer)
    return (
      <EmptyView
        icon={<IconDatabaseSearch size={24} stroke={1.5} />}
        title="No responses yet"
        text="Send a request: the cache policy of this service appears here, with the request and response headers."
      />
    )
  return (
    <AnswerView
      answer={answer}
      prefix={account.headerPrefix}
      pane={pane}
      onPane={(next) => patchPolicy(account.id, { pane: next })}
      onAsk={ask}
      onSignIn={onSignIn}
      onTakeOver={() => takeOver(account.id, answer)}
      onCompare={onCompare}
    />
  )
}

/** The service's cache policy, asked with the three headers of one's choice. */
export const CachePolicyView = ({ account, onSignIn }: CachePolicyViewProps) => {
  const state = usePolicy(account.id)
  const { form, answers, asking, touched, comparing } = state
  const right = requestOf(form) !== null
  const ask = () => void askPolicy(account.id)
  const refused = refusedFields(account.headerPrefix, answers[0]?.problem ?? null)
  for (const field of touched) delete refused[field]
  const shownAt = answers.findIndex(({ id }) => id === state.shown)
  const [shown, previous] = [answers[shownAt], answers[shownAt + 1]]
  const compareWithPrevious = () => {
    if (shown && previous) compare(account.id, [previous.id, shown.id])
  }
  useKeys([
    { shortcut: cachePolicyShortcuts.useHeaders, run: () => shown && takeOver(account.id, shown) },
    { shortcut: cachePolicyShortcuts.compare, run: compareWithPrevious },
    { shortcut: cachePolicyShortcuts.send, run: ask },
    ...PANES.map((pane) => ({
      shortcut: cachePolicyShortcuts[pane],
      run: () => patchPolicy(account.id, { pane, comparing: false }),
    })),
  ])
  useKeys([{ shortcut: cachePolicyShortcuts.close, run: () => patchPolicy(account.id, { comparing: false }) }], {
    enabled: comparing,
  })
  return (
    <section className={frame.view} aria-label="Cache policy">
      <div className={frame.main}>
        <ResizablePanel side="left" stacks id="cache-policy-request" defaultWidth={380} min={320} max={560}>
          <div className={classes.request}>
            <form
              className={classes.form}
              aria-label="Request"
              onSubmit={(event) => {
                event.preventDefault()
                ask()
              }}
            >
              <PolicyControls
                account={account}
                form={form}
                refused={refused}
                onChange={(field, value) => setField(account.id, field, value)}
              />
              <RequestPreview account={account} form={form} />
              <div className={classes.actions}>
                <Tip
                  label={right ? 'Send the request' : 'Correct the values first'}
                  shortcuts={[cachePolicyShortcuts.send]}
                >
                  <Button
                    type="submit"
                    leftSection={<IconSend size={14} stroke={1.5} />}
                    aria-disabled={!right || asking}
                    data-disabled={!right || asking || undefined}
                  >
                    Send
                  </Button>
                </Tip>
                {asking ? (
                  <>
                    <Button
                      variant="default"
                      leftSection={<IconPlayerStop size={14} stroke={1.5} />}
                      onClick={stopAsking}
                    >
                      Stop
                    </Button>
                    <Asking />
                  </>
                ) : null}
              </div>
            </form>
            <AnswerList accountId={account.id} state={state} />
          </div>
        </ResizablePanel>
        <div className={classes.right}>
          <Right
            account={account}
            state={state}
            ask={ask}
            onSignIn={onSignIn}
            onCompare={shown && previous ? compareWithPrevious : null}
          />
        </div>
      </div>
    </section>
  )
}
