import { SegmentedControl } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconCopy, IconGitCompare } from '@tabler/icons-react'
import { ProblemView } from '../../ui/feedback/problem-view.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { JsonTree } from '../../ui/json-tree/json-tree.tsx'
import { cachePolicyShortcuts } from '../../ui/keys/shortcuts/inspect-shortcuts.ts'
import { StateChip } from '../../ui/state-chip.tsx'
import { useCopied } from '../../ui/text/copy.ts'
import { exactBytes, formatBytes, formatClock, formatCount } from '../../ui/text/format-text.ts'
import classes from './cache-policy.module.css'
import { refusalOf } from './fields.ts'
import { HeadersPane } from './headers-pane.tsx'
import type { Kept, Pane } from './policy-store.ts'
import { askedText, statusText, statusTone } from './policy-text.ts'
import { RawPane } from './raw-pane.tsx'

const PANES: { value: Pane; label: string }[] = [
  { value: 'policy', label: 'Policy' },
  { value: 'raw', label: 'Raw' },
  { value: 'headers', label: 'Headers' },
]

type AnswerViewProps = {
  answer: Kept
  /** Of the account's headers. */
  prefix: string
  pane: Pane
  onPane: (pane: Pane) => void
  onAsk: () => void
  onSignIn: () => void
  /** Fills the controls with what was asked here. */
  onTakeOver: () => void
  /** Compares with the answer before this one; null when there is none. */
  onCompare: (() => void) | null
}

const signInCodes = new Set(['unauthorized', 'signed-out'])

type PolicyProps = Pick<AnswerViewProps, 'answer' | 'prefix' | 'onAsk' | 'onSignIn'>

const Policy = ({ answer, prefix, onAsk, onSignIn }: PolicyProps) => {
  const { json, problem } = answer
  if (problem) {
    const signIn = signInCodes.has(problem.code)
    const action = signIn ? { label: 'Sign in', onClick: onSignIn } : { label: 'Retry', onClick: onAsk }
    return (
      <div className={classes.scroll}>
        <ProblemView problem={refusalOf(prefix, problem)} action={action} />
      </div>
    )
  }
  if (answer.cut)
    return (
      <p className={classes.paneHint}>
        The response is too large for a tree: {formatBytes(answer.answer?.bytes)}. Its beginning is shown under Raw.
      </p>
    )
  return json === null ? null : <JsonTree json={json} label="Policy" />
}

const headersText = ({ request, answer }: Kept): string => {
  const block = (first: string, lines: [string, string][]) =>
    [first, ...lines.map(([name, value]) => `${name}: ${value}`)].join('\n')
  const sent = block(`${request.method} ${request.url}`, request.headers)
  return answer ? `${sent}\n\n${block(`${answer.status}`, answer.headers)}` : sent
}

/** One answer: its status, time and size, and the policy as tree, text, or what travelled around it. */
export const AnswerView = (props: AnswerViewProps) => {
  const { answer, prefix, pane, onPane, onAsk, onSignIn, onTakeOver, onCompare } = props
  const { copied, copy } = useCopied()
  const taken = pane === 'headers' ? headersText(answer) : answer.json
  return (
    <section className={classes.answer} aria-label="Response">
      <div className={classes.answerHead}>
        <StateChip tone={statusTone(answer)}>{statusText(answer)}</StateChip>
        {answer.answer ? (
          <>
            <span className={classes.figure}>{formatCount(answer.answer.ms)} ms</span>
            <span className={classes.figure} title={exactBytes(answer.answer.bytes)}>
              {formatBytes(answer.answer.bytes)}
            </span>
          </>
        ) : null}
        <span className={classes.when} title={askedText(answer.asked)}>
          {formatClock(answer.at)} · {askedText(answer.asked)}
        </span>
        <span className={classes.headActs}>
          <IconButton
            label="Use these headers"
            shortcut={cachePolicyShortcuts.useHeaders}
            icon={<IconArrowBackUp size={16} stroke={1.5} />}
            onClick={onTakeOver}
          />
          {onCompare ? (
            <IconButton
              label="Compare with previous response"
              shortcut={cachePolicyShortcuts.compare}
              icon={<IconGitCompare size={16} stroke={1.5} />}
              onClick={onCompare}
            />
          ) : null}
          {taken === null ? null : (
            <IconButton
              label={pane === 'headers' ? 'Copy headers' : 'Copy JSON'}
              icon={copied ? <IconCheck size={16} stroke={1.5} /> : <IconCopy size={16} stroke={1.5} />}
              onClick={() => copy(taken)}
            />
          )}
          <SegmentedControl aria-label="Show" value={pane} data={PANES} onChange={(next) => onPane(next as Pane)} />
        </span>
      </div>
      <div className={classes.pane}>
        {pane === 'policy' ? (
          <Policy key={answer.id} answer={answer} prefix={prefix} onAsk={onAsk} onSignIn={onSignIn} />
        ) : null}
        {pane === 'raw' ? <RawPane answer={answer} /> : null}
        {pane === 'headers' ? <HeadersPane answer={answer} /> : null}
      </div>
    </section>
  )
}
