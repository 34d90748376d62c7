import { useMediaQuery } from '@mantine/hooks'
import { type RefObject, useCallback, useState } from 'react'
import type { FunctionTarget } from '../../../electron/contract/models/function-models.ts'
import { type Caret, CodeEditor, type CodeEditorHandle } from '../../ui/code/code-editor.tsx'
import { DiffView } from '../../ui/code/diff-view.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { errorToast, plainToast, type Toast } from '../../ui/feedback/toast.ts'
import { ToastBar } from '../../ui/feedback/toast-bar.tsx'
import frame from '../../ui/list/list.module.css'
import { ResizablePanel } from '../../ui/panel/resizable-panel.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { FunctionHeader, type Shown } from './function-header.tsx'
import { fieldErrors, knownLabel } from './function-text.ts'
import classes from './functions.module.css'
import { HistoryPanel } from './history-panel.tsx'
import { SendDialog } from './send-dialog.tsx'
import { SentView } from './sent-view.tsx'
import { StatusLine } from './status-line.tsx'
import { AnswerStrip, KnownStrip, ProblemStrip, ReplacedStrip } from './strips.tsx'
import type { OpenFunction } from './use-function.ts'
import { useFunctionKeys } from './use-function-keys.ts'
import type { useSending } from './use-sending.ts'

type FunctionViewProps = {
  target: FunctionTarget
  open: OpenFunction
  sending: ReturnType<typeof useSending>
  toast: Toast | null
  showToast: (toast: Toast | null) => void
  editor: RefObject<CodeEditorHandle | null>
  autoFocus: boolean
  onSignIn: () => void
}

const EDIT: Shown = { kind: 'edit' }
/** Below, the history would leave the source too little room; who wants it opens it. */
const WIDE = '(min-width: 1180px)'

/** One function: its source, what differs, and what was sent before. */
export const FunctionView = (props: FunctionViewProps) => {
  const { target, open, sending, toast, showToast, editor, autoFocus, onSignIn } = props
  const [shown, setShown] = useState<Shown>(EDIT)
  const [caret, setCaret] = useState<Caret | null>(null)
  const [historyChosen, setHistoryOpen] = useState<boolean | null>(null)
  const wide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false })
  const closeToast = useCallback(() => showToast(null), [showToast])
  const { state, text } = open
  const history = state?.history ?? []
  // Nothing is typed into the place of a source that is about to come.
  const awaited = !state || (open.reading && !state.known && text === '')
  const historyOpen = historyChosen ?? (wide && history.length > 0)
  const send = shown.kind === 'sent' ? (history.find(({ id }) => id === shown.id) ?? null) : null

  const show = (next: Shown) => {
    setShown(next)
    if (next.kind === 'edit') requestAnimationFrame(() => editor.current?.focus())
  }
  const edit = (next: string) => {
    sending.edited()
    open.edit(next)
  }
  /** Another text takes the place of what was typed; it can be taken back. */
  const replace = (next: string, message: string) => {
    const before = text
    edit(next)
    show(EDIT)
    showToast(plainToast(message, { label: 'Undo', run: () => open.edit(before) }))
  }
  const discard = async (message: string) => {
    const result = await open.discard()
    if (!result.ok) return showToast(errorToast(result.problem.message))
    sending.edited()
    showToast(plainToast(message, { label: 'Undo', run: () => open.edit(result.value) }))
  }
  useFunctionKeys({
    send: sending.ask,
    toggleChanges: () => show(shown.kind === 'edit' ? { kind: 'changes' } : EDIT),
    toEditor: shown.kind === 'edit' ? null : () => show(EDIT),
    reload: () => void open.reload(),
    toggleHistory: () => setHistoryOpen(!historyOpen),
  })

  const signIn = { label: 'Sign in', onClick: onSignIn }
  const again = { label: 'Retry', onClick: () => void open.reload() }
  const actionFor = (code: string) => (code === 'unauthorized' || code === 'signed-out' ? signIn : again)
  // What names only the id or the role is at those fields.
  const readingProblem = open.problem && fieldErrors(open.problem).rest ? open.problem : null

  return (
    <div className={classes.function}>
      <FunctionHeader
        target={target}
        open={open}
        shown={shown}
        onShown={show}
        historyOpen={historyOpen}
        onHistory={() => setHistoryOpen(!historyOpen)}
        onDiscard={() => void discard('The draft was discarded.')}
        onSend={sending.ask}
        blocked={sending.blocked}
      />
      {state ? <KnownStrip state={state} reading={open.reading} /> : null}
      {readingProblem ? <ProblemStrip problem={readingProblem} action={actionFor(readingProblem.code)} /> : null}
      {state?.unreadable ? <ProblemStrip problem={state.unreadable} action={again} /> : null}
      {open.saving.problem ? (
        <ProblemStrip
          problem={{ ...open.saving.problem, message: `The draft is not saved. ${open.saving.problem.message}` }}
          action={{ label: 'Retry', onClick: () => open.edit(text) }}
        />
      ) : null}
      {state?.replaced && state.known ? (
        <ReplacedStrip
          from={state.replaced.version}
          to={state.known.version}
          onCompare={() => state.known && sending.showConflict({ before: state.replaced, theirs: state.known })}
        />
      ) : null}
      {sending.answered ? (
        <AnswerStrip
          sent={sending.answered}
          onCompare={() => history[0] && show({ kind: 'sent', id: history[0].id })}
          onClose={sending.dismissAnswer}
        />
      ) : null}
      <div className={frame.main}>
        <div className={classes.center}>
          <div className={classes.work} hidden={shown.kind !== 'edit'}>
            {awaited ? (
              <SkeletonRows rows={14} />
            ) : (
              <CodeEditor
                value={text}
                onChange={edit}
                language="python"
                label="Source"
                problems={sending.errors.source}
                onCaret={setCaret}
                onBlur={open.flush}
                handle={editor}
                autoFocus={autoFocus}
              />
            )}
          </div>
          {shown.kind === 'changes' ? (
            <div className={classes.work}>
              <DiffView
                before={state?.known?.source ?? ''}
                after={text}
                beforeLabel={knownLabel(state?.known ?? null)}
                afterLabel="Your draft"
                language="python"
                label="Changes"
              />
            </div>
          ) : null}
          {send ? (
            <SentView
              send={send}
              text={text}
              onRestore={(source) => replace(source, 'The earlier source is in the editor as your draft.')}
              onClose={() => show(EDIT)}
            />
          ) : null}
          <StatusLine open={open} caret={shown.kind === 'edit' ? caret : null} />
          <ToastBar toast={toast} onClose={closeToast} />
        </div>
        {historyOpen ? (
          <aside className={frame.aside} aria-label="History">
            <ResizablePanel side="right" id="function-history" defaultWidth={260} min={200} max={480}>
              <HistoryPanel
                history={history}
                shown={send?.id ?? null}
                onShow={(id) => show(send?.id === id ? EDIT : { kind: 'sent', id })}
              />
            </ResizablePanel>
          </aside>
        ) : null}
      </div>
      {sending.confirming ? (
        <SendDialog
          target={target}
          open={open}
          busy={sending.busy}
          problem={sending.problem}
          onClose={sending.close}
          onSend={sending.send}
          onReload={() => {
            sending.close()
            void open.reload()
          }}
        />
      ) : null}
      {sending.conflict ? (
        <ConflictDialog
          conflict={sending.conflict}
          mine={text}
          onClose={() => sending.showConflict(null)}
          onTake={() => {
            sending.showConflict(null)
            void discard('Their source is in the editor. Your draft was discarded.')
          }}
          onSend={() => {
            sending.showConflict(null)
            sending.send(false)
          }}
        />
      ) : null}
    </div>
  )
}
