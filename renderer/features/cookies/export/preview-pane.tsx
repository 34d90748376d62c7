import { IconAlertTriangle, IconCircleCheck, IconCircleMinus } from '@tabler/icons-react'
import type { ExportPreview } from '../../../../electron/contract/models/cookie-models.ts'
import { ProblemView } from '../../../ui/feedback/problem-view.tsx'
import { exactBytes, formatBytes } from '../../../ui/text/format-text.ts'
import classes from './export.module.css'
import { lossesOf } from './export-text.ts'
import type { Preview } from './use-export-preview.ts'

const icon = { size: 14, stroke: 1.5, 'aria-hidden': true } as const

/** What does not come along, or that all of it does. */
const Losses = ({ preview }: { preview: ExportPreview }) => {
  const losses = lossesOf(preview)
  if (losses.length === 0)
    return (
      <p className={classes.complete}>
        <IconCircleCheck {...icon} />
        Everything is exported.
      </p>
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reached by keys
    <ul className={classes.losses} aria-label="Not exported" tabIndex={0}>
      {losses.map(({ kind, title, reason, names }) => (
        <li key={`${title}${reason}`}>
          {kind === 'out' ? <IconCircleMinus {...icon} /> : <IconAlertTriangle {...icon} />}
          <div>
            {title} <span className={classes.lossReason}>{reason}</span>
            <div className={classes.lossNames}>{names}</div>
          </div>
        </li>
      ))}
    </ul>
  )
}

type PreviewPaneProps = Preview & {
  /** Says why there is no preview yet. */
  waitsFor: string | null
}

/** The first lines of the export with masked values, and what it cannot hold. */
export const PreviewPane = ({ preview, problem, again, waitsFor }: PreviewPaneProps) => (
  <section className={classes.preview} aria-label="Preview" aria-live="polite">
    <div className={classes.previewHead}>
      <h3 className={classes.legend}>Preview</h3>
      {preview ? (
        <span className={classes.size} title={exactBytes(preview.bytes)}>
          {formatBytes(preview.bytes)}
        </span>
      ) : null}
    </div>
    {problem ? (
      <div className={classes.noText}>
        <ProblemView compact problem={problem} action={{ label: 'Retry', onClick: again }} />
      </div>
    ) : waitsFor ? (
      <p className={classes.noText}>{waitsFor}</p>
    ) : (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text must be reached by keys
      <pre className={classes.text} tabIndex={0}>
        {preview?.text}
      </pre>
    )}
    {preview && !waitsFor ? <Losses preview={preview} /> : null}
  </section>
)
