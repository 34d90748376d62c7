import { IconCode } from '@tabler/icons-react'
import { type RefObject, useRef, useState } from 'react'
import { SAMPLE_CONNECTIONS } from '../../../electron/contract/constants/function-constants.ts'
import type { Account } from '../../../electron/contract/models/account-models.ts'
import type { FunctionTarget } from '../../../electron/contract/models/function-models.ts'
import type { CodeEditorHandle } from '../../ui/code/code-editor.tsx'
import { EmptyView } from '../../ui/feedback/empty-view.tsx'
import type { Toast } from '../../ui/feedback/toast.ts'
import { functionShortcuts } from '../../ui/keys/shortcuts/inspect-shortcuts.ts'
import { useKeys } from '../../ui/keys/use-keys.ts'
import frame from '../../ui/list/list.module.css'
import { ResizablePanel } from '../../ui/panel/resizable-panel.tsx'
import { FunctionView } from './function-pane.tsx'
import { fieldErrors, NO_ERRORS } from './function-text.ts'
import classes from './functions.module.css'
import { TargetPanel } from './target-panel.tsx'
import { useFunction } from './use-function.ts'
import { useSending } from './use-sending.ts'

export type FunctionsViewProps = {
  account: Account
  /** The function on screen; null: none selected. */
  target: FunctionTarget | null
  onTarget: (target: FunctionTarget | null) => void
  onSignIn: () => void
}

/** Login and verifier functions of managed-auth connections. */
export const FunctionsView = (props: FunctionsViewProps) => {
  const { account, target, onTarget } = props
  const input = useRef<HTMLInputElement>(null)
  const [opened, setOpened] = useState(false)
  const toForm = () => input.current?.select()
  useKeys([{ shortcut: functionShortcuts.connection, run: toForm }])
  const open = (next: FunctionTarget) => {
    setOpened(true)
    onTarget(next)
  }
  if (target)
    return (
      <OpenFunction
        key={`${account.id} ${target.role} ${target.connectionId}`}
        {...props}
        target={target}
        onTarget={open}
        input={input}
        autoFocus={opened}
      />
    )
  return (
    <section className={frame.view} aria-label="Functions">
      <div className={frame.main}>
        <ResizablePanel side="left" stacks id="function-targets" defaultWidth={240} min={200} max={400}>
          <TargetPanel target={null} errors={NO_ERRORS} input={input} onOpen={open} offered={offeredTo(account)} />
        </ResizablePanel>
        <div className={classes.center}>
          <EmptyView
            icon={<IconCode size={24} stroke={1.5} />}
            title="Select a function"
            text={
              <>
                <p>
                  A managed-auth connection has two functions, both Python with a <code>run()</code>. The login function
                  signs in. The verifier only checks whether the stored profile is still signed in, and never sends
                  credentials.
                </p>
                <p>The source, your draft and earlier sources appear here.</p>
              </>
            }
            action={{ label: 'Enter a connection id', onClick: toForm }}
          />
        </div>
      </div>
    </section>
  )
}

/**
 * Services name no connections anywhere else (docs/service-contract.md, docs/deployments.md): ids come from what was
 * used, or from the sample.
 */
const offeredTo = (account: Account): readonly string[] => (account.method === 'sample' ? SAMPLE_CONNECTIONS : [])

type OpenFunctionProps = Omit<FunctionsViewProps, 'target' | 'onTarget'> & {
  target: FunctionTarget
  onTarget: (target: FunctionTarget) => void
  input: RefObject<HTMLInputElement | null>
  autoFocus: boolean
}

const OpenFunction = ({ account, target, onTarget, onSignIn, input, autoFocus }: OpenFunctionProps) => {
  const editor = useRef<CodeEditorHandle>(null)
  const [toast, showToast] = useState<Toast | null>(null)
  const open = useFunction(account.id, target)
  const sending = useSending({ open, showToast, toSource: () => editor.current?.focus() })
  const reading = fieldErrors(open.problem)
  const errors = {
    connectionId: sending.errors.connectionId ?? reading.connectionId,
    role: sending.errors.role ?? reading.role,
  }
  return (
    <section className={frame.view} aria-label="Functions">
      <div className={frame.main}>
        <ResizablePanel side="left" stacks id="function-targets" defaultWidth={240} min={200} max={400}>
          <TargetPanel target={target} errors={errors} input={input} onOpen={onTarget} offered={offeredTo(account)} />
        </ResizablePanel>
        <FunctionView
          target={target}
          open={open}
          sending={sending}
          toast={toast}
          showToast={showToast}
          editor={editor}
          autoFocus={autoFocus}
          onSignIn={onSignIn}
        />
      </div>
    </section>
  )
}
