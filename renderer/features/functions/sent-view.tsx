import { Button } from '@mantine/core'
import type { FunctionSend } from '../../../electron/contract/models/function-models.ts'
import { problemOf, useAsk } from '../../bridge.ts'
import { DiffView } from '../../ui/code/diff-view.tsx'
import { ProblemView } from '../../ui/feedback/problem-view.tsx'
import { functionShortcuts } from '../../ui/keys/shortcuts/inspect-shortcuts.ts'
import { formatDateTime } from '../../ui/text/format-text.ts'
import { Tip } from '../../ui/tip.tsx'
import { originLabels, versionText } from './function-text.ts'
import classes from './functions.module.css'

type SentViewProps = { send: FunctionSend; text: string; onRestore: (source: string) => void; onClose: () => void }

/** An earlier source against the text in the editor. */
export const SentView = ({ send, text, onRestore, onClose }: SentViewProps) => {
  const sent = useAsk('functions.sentSource', { id: send.id }, { staleTime: Number.POSITIVE_INFINITY })
  if (sent.isError)
    return (
      <ProblemView problem={problemOf(sent.error)} action={{ label: 'Retry', onClick: () => void sent.refetch() }} />
    )
  if (!sent.data) return null
  const { source } = sent.data
  return (
    <div className={classes.sent}>
      <div className={classes.strip}>
        <span className={classes.stripLine}>
          <span>
            {originLabels[send.origin]} {formatDateTime(send.at)}, {versionText(send.version)}
          </span>
          <span className={classes.stripActs}>
            <Button variant="default" size="compact-sm" disabled={source === text} onClick={() => onRestore(source)}>
              Restore as draft
            </Button>
            <Tip label="Back to the editor" shortcuts={[functionShortcuts.editor]}>
              <Button variant="subtle" size="compact-sm" onClick={onClose}>
                Close
              </Button>
            </Tip>
          </span>
        </span>
      </div>
      <div className={classes.work}>
        <DiffView
          before={text}
          after={source}
          beforeLabel="In the editor"
          afterLabel={`${originLabels[send.origin]}, ${versionText(send.version)}`}
          language="python"
          label="Earlier source"
        />
      </div>
    </div>
  )
}
