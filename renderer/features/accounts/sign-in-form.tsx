import { type FormEvent, useRef, useState } from 'react'
import type { Account } from '../../../electron/contract/models/account-models.ts'
import type { Problem } from '../../../electron/contract/result.ts'
import { invoke } from '../../bridge.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import { ProblemDetails, ProblemView } from '../../ui/feedback/problem-view.tsx'
import { useTask } from '../../ui/use-task.ts'
import { CredentialFields } from './account-fields.tsx'
import classes from './accounts.module.css'
import { type FieldErrors, type Method, readCredentials } from './connect-draft.ts'
import { connectProblem, isRefusal, refusalErrors } from './connect-problem.ts'
import { focusFirst, readFields } from './form-fields.ts'

type SignInFormProps = { account: Account; onDone: () => void; onCancel: () => void }

/** New credentials for an account whose key is refused or lost; sessions and notes stay. */
export const SignInForm = ({ account, onDone, onCancel }: SignInFormProps) => {
  const form = useRef<HTMLFormElement>(null)
  const [method, setMethod] = useState<Method>(account.method === 'password' ? 'password' : 'key')
  const [errors, setErrors] = useState<FieldErrors>({})
  const task = useTask<Problem>()
  const refused = task.problem && isRefusal(task.problem) ? task.problem : null
  const failure = task.problem && !refused ? connectProblem(task.problem, method) : null
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const element = form.current
    if (!element) return
    const read = readCredentials(method, readFields(element))
    setErrors(read.ok ? {} : read.errors)
    if (!read.ok) return focusFirst(element, read.errors)
    const outcome = await task.run(() =>
      invoke('accounts.signIn', { accountId: account.id, credentials: read.credentials }),
    )
    if (!outcome) return
    if (outcome.ok) {
      element.reset()
      return onDone()
    }
    const refused = refusalErrors(outcome.problem, method)
    if (!refused) return
    setErrors(refused)
    focusFirst(element, refused)
  }
  return (
    <form ref={form} className={classes.form} onSubmit={onSubmit} noValidate autoComplete="off">
      <p className={classes.lead}>
        For <span className={classes.mono}>{account.baseUrl}</span>. Sessions, notes and positions are kept.
      </p>
      <CredentialFields
        method={method}
        errors={errors}
        userName={account.userName}
        onMethod={(next) => {
          setMethod(next)
          setErrors({})
          task.clear()
        }}
      />
      {refused ? <ProblemDetails problem={refused} /> : null}
      {failure ? <ProblemView compact problem={failure.problem} title={failure.title} /> : null}
      <DialogFooter size="md" cancel={{ onClick: onCancel }} main={{ label: 'Sign in', loading: task.busy }} />
    </form>
  )
}
