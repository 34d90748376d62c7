import { SENDS_KEPT } from '../../../electron/contract/constants/function-constants.ts'
import type { FunctionSend } from '../../../electron/contract/models/function-models.ts'
import frame from '../../ui/list/list.module.css'
import { exactBytes, formatBytes, formatDateTime, formatPast } from '../../ui/text/format-text.ts'
import { useNow } from '../../ui/use-now.ts'
import { catalogueText, originLabels, versionText } from './function-text.ts'
import classes from './functions.module.css'

type HistoryPanelProps = {
  history: readonly FunctionSend[]
  /** The one that is compared now. */
  shown: string | null
  onShow: (id: string) => void
}

/** Earlier sources, newest first. A click compares one with the text in the editor. */
export const HistoryPanel = ({ history, shown, onShow }: HistoryPanelProps) => {
  const now = useNow(30_000)
  if (history.length === 0)
    return (
      <p className={frame.hint}>Sources you send and sources that are replaced appear here, to compare and restore.</p>
    )
  return (
    <div className={classes.history}>
      <h3 className={classes.sectionTitle}>Earlier sources</h3>
      <ol className={classes.sends}>
        {history.map((send) => (
          <li key={send.id}>
            <button
              type="button"
              className={classes.send}
              aria-current={send.id === shown ? 'true' : undefined}
              onClick={() => onShow(send.id)}
            >
              <span className={classes.sendHead}>
                <span>{versionText(send.version)}</span>
                <span className={classes.when} title={formatDateTime(send.at)}>
                  {formatPast(send.at, now)}
                </span>
              </span>
              <span className={classes.sendFacts}>
                <span title={exactBytes(send.bytes)}>{formatBytes(send.bytes)}</span>
                <span>{originLabels[send.origin]}</span>
                <span>{catalogueText(send)}</span>
              </span>
            </button>
          </li>
        ))}
      </ol>
      {history.length >= SENDS_KEPT ? <p className={classes.note}>Only the last {SENDS_KEPT} are kept.</p> : null}
    </div>
  )
}
