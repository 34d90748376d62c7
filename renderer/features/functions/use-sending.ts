import { useMemo, useState } from 'react'
import { LARGEST_SOURCE_BYTES } from '../../../electron/contract/constants/function-constants.ts'
import type { FunctionSent } from '../../../electron/contract/models/function-models.ts'
import type { Problem } from '../../../electron/contract/result.ts'
import { sourceFault } from '../../../electron/contract/text/function-source.ts'
import { plainToast, type Toast } from '../../ui/feedback/toast.ts'
import { formatCount } from '../../ui/text/format-text.ts'
import type { Conflict } from './conflict-dialog.tsx'
import { type FieldErrors, fieldErrors, NO_ERRORS } from './function-text.ts'
import type { OpenFunction } from './use-function.ts'

/** Why nothing can be sent now; null: it can. */
const blockedBy = (fault: ReturnType<typeof sourceFault>, { state, changed }: OpenFunction): string | null => {
  switch (fault) {
    case 'empty':
      return 'The source is empty: there is nothing to send.'
    case 'broken-text':
      return 'The source contains an incomplete character, which cannot be sent.'
    case 'too-large':
      return `The source is larger than ${formatCount(LARGEST_SOURCE_BYTES)} bytes.`
    case null:
      // Where the current source is not shown, the same text may well be sent again.
      return !changed && state?.shows === 'yes' ? 'The draft is the same as the current source.' : null
  }
}

type Sending = {
  open: OpenFunction
  showToast: (toast: Toast) => void
  /** The service found fault with the source: the person goes on there. */
  toSource: () => void
}

/** From the wish to send to its end: confirmation, conflict, faults at their fields, or the answer. */
export const useSending = ({ open, showToast, toSource }: Sending) => {
  const [confirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [errors, setErrors] = useState<FieldErrors>(NO_ERRORS)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [answered, setAnswered] = useState<FunctionSent | null>(null)
  const fault = useMemo(() => sourceFault(open.text), [open.text])
  const blocked = blockedBy(fault, open)

  /** Shows what is there now against what was known before. */
  const compare = async (before: Conflict['before'], text: string) => {
    const next = await open.reload()
    if (!next?.known) return
    if (next.known.source === text) showToast(plainToast('The service already has this source. Nothing was sent.'))
    else setConflict({ before: next.replaced ?? before, theirs: next.known })
  }

  const send = async (overwrite: boolean) => {
    const known = open.state?.known ?? null
    const { text } = open
    setBusy(true)
    setProblem(null)
    const result = await open.send(overwrite)
    setBusy(false)
    if (result.ok) {
      setConfirming(false)
      setErrors(NO_ERRORS)
      setAnswered(result.value)
      return
    }
    if (result.problem.code === 'conflict' && result.problem.status === undefined) {
      setConfirming(false)
      return compare(known, text)
    }
    const { rest, ...found } = fieldErrors(result.problem)
    setErrors(found)
    if (rest) {
      setConfirming(true)
      setProblem(result.problem)
      return
    }
    setConfirming(false)
    if (found.source.length > 0) toSource()
  }

  return {
    blocked,
    confirming,
    busy,
    problem,
    errors,
    conflict,
    answered,
    ask: () => {
      if (blocked !== null) return showToast(plainToast(blocked))
      setProblem(null)
      setAnswered(null)
      setConfirming(true)
    },
    send: (overwrite: boolean) => void send(overwrite),
    close: () => setConfirming(false),
    showConflict: setConflict,
    dismissAnswer: () => setAnswered(null),
    /** What was said of a text is not true of the next one. */
    edited: () => {
      if (errors !== NO_ERRORS) setErrors(NO_ERRORS)
    },
  }
}
