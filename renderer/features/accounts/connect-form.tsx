import { TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import type { Account, ConnectionReport } from '../../../electron/contract/models/account-models.ts'
import type { Problem } from '../../../electron/contract/result.ts'
import { invoke } from '../../bridge.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import { ProblemDetails, ProblemView } from '../../ui/feedback/problem-view.tsx'
import { useTask } from '../../ui/use-task.ts'
import { CredentialFields } from './account-fields.tsx'
import classes from './accounts.module.css'
import { addressHint, type FieldErrors, type Method, readDraft } from './connect-draft.ts'
import { connectProblem, isRefusal, refusalErrors } from './connect-problem.ts'
import { focusFirst, readFields } from './form-fields.ts'
import { ReportView } from './report-view.tsx'

type ConnectFormProps = { onConnected: (account: Account) => void; onCancel?: () => void }

/** Base URL and key, or user name and password. Test distinguishes server and key; Connect keeps the account. */
export const ConnectForm = ({ onConnected, onCancel }: ConnectFormProps) => {
  const form = useRef<HTMLFormElement>(null)
  const [method, setMethod] = useState<Method>('key')
  const [errors, setErrors] = useState<FieldErrors>({})
  const [report, setReport] = useState<ConnectionReport | null>(null)
  const [hint, setHint] = useState<string | null>(null)
  const test = useTask<Problem>()
  const connect = useTask<Problem>()
  const busy = test.busy || connect.busy

  /** The typed key stays in its field, so that it can be corrected; the caret goes there. */
  const showRefusal = (problem: Problem) => {
    const refused = refusalErrors(problem, method)
    if (!refused || !form.current) return
    setErrors(refused)
    focusFirst(form.current, refused)
  }
  /** The secret stays in this call: read from the fields, handed to main, held by no state. */
  const send = async <T,>(action: 'accounts.test' | 'accounts.connect', task: typeof test): Promise<T | null> => {
    const element = form.current
    if (!element || busy) return null
    const read = readDraft(method, readFields(element))
    setReport(null)
    test.clear()
    connect.clear()
    setErrors(read.ok ? {} : read.errors)
    if (!read.ok) {
      focusFirst(element, read.errors)
      return null
    }
    const outcome = await task.run(() => invoke(action, read.draft))
    if (outcome && !outcome.ok) showRefusal(outcome.problem)
    return outcome?.ok ? (outcome.value as T) : null
  }
  const onTest = async () => {
    const tested = await send<ConnectionReport>('accounts.test', test)
    setReport(tested)
    if (tested?.credential.kind === 'problem') showRefusal(tested.credential.problem)
  }
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const account = await send<Account>('accounts.connect', connect)
    if (!account) return
    form.current?.reset()
    onConnected(account)
  }
  const problem = connect.problem ?? test.problem
  const refused = problem && isRefusal(problem) ? problem : null
  const failure = problem && !refused ? connectProblem(problem, method) : null

  return (
    <form ref={form} className={classes.form} onSubmit={onSubmit} noValidate autoComplete="off">
      <TextInput
        name="baseUrl"
        size="md"
        label="Address of the service"
        placeholder="https://api.example.com"
        description={hint ?? undefined}
        error={errors.baseUrl}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        onBlur={(event) => setHint(addressHint(event.currentTarget.value))}
      />
      <CredentialFields
        method={method}
        errors={errors}
        onMethod={(next) => {
          setMethod(next)
          setErrors({})
          setReport(null)
          test.clear()
          connect.clear()
        }}
      />
      {refused ? <ProblemDetails problem={refused} /> : null}
      <details className={classes.advanced} open={errors.headerPrefix || errors.label ? true : undefined}>
        <summary>Advanced</summary>
        <div className={classes.pair}>
          <TextInput
            name="label"
            size="md"
            label="Account name"
            placeholder="Host of the address"
            error={errors.label}
            autoComplete="off"
          />
          <TextInput
            name="headerPrefix"
            size="md"
            label="Header prefix"
            placeholder="X-Service-"
            error={errors.headerPrefix}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
      </details>
      <div aria-live="polite">
        {report ? <ReportView report={report} method={method} /> : null}
        {failure ? <ProblemView compact problem={failure.problem} title={failure.title} /> : null}
      </div>
      <DialogFooter
        size="md"
        cancel={onCancel ? { onClick: onCancel } : null}
        others={[{ label: 'Test', loading: test.busy, disabled: connect.busy, onClick: onTest }]}
        main={{ label: 'Connect', loading: connect.busy, disabled: test.busy }}
      />
    </form>
  )
}
