import { SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import { printJson } from '../../../electron/contract/json/json-print.ts'
import { scanJson } from '../../../electron/contract/json/json-scan.ts'
import { CodeEditor } from '../../ui/code/code-editor.tsx'
import { formatBytes, formatCount } from '../../ui/text/format-text.ts'
import classes from './cache-policy.module.css'
import type { Kept } from './policy-store.ts'

/** Longer texts go into an editor, which lays out only what is in sight. */
const LONGEST_WRAPPED = 100_000
/** Longer texts are not indented: that would double what the page holds, and hold it up. */
const LONGEST_INDENTED = 1_000_000

const FORMS = [
  { value: 'indented', label: 'Indented' },
  { value: 'sent', label: 'As sent' },
]

const AsSent = ({ json, id }: { json: string; id: number }) =>
  json.length > LONGEST_WRAPPED ? (
    <CodeEditor key={id} value={json} language="json" label="Raw response" readOnly />
  ) : (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text must be reachable by keyboard
    <section className={classes.scroll} aria-label="Raw response" tabIndex={0}>
      <pre className={`${classes.raw} desk-selectable`}>{json}</pre>
    </section>
  )

/** The answer as text: indented with colours and folds, or byte for byte as it came. */
export const RawPane = ({ answer }: { answer: Kept }) => {
  const { json, problem, cut, id } = answer
  const [form, setForm] = useState('indented')
  const indented = useMemo(() => {
    if (json === null || cut || json.length > LONGEST_INDENTED) return null
    const tree = scanJson(json)
    return tree && printJson(tree, 0)
  }, [json, cut])
  if (json === null)
    return (
      <div className={classes.scroll}>
        <p className={classes.paneHint}>
          {answer.answer === null ? 'No response.' : 'This response has no policy. Its content, redacted:'}
        </p>
        {problem?.details ? <pre className={`${classes.details} desk-selectable`}>{problem.details}</pre> : null}
      </div>
    )
  if (indented === null)
    return (
      <>
        <p className={classes.paneHint}>
          {cut
            ? `Only the first ${formatCount(json.length)} characters of ${formatBytes(answer.answer?.bytes)} are shown.`
            : 'Shown as sent: this text is too long to be indented.'}
        </p>
        <AsSent json={json} id={id} />
      </>
    )
  return (
    <>
      <div className={classes.paneBar}>
        <SegmentedControl aria-label="Format" value={form} data={FORMS} onChange={setForm} />
      </div>
      {form === 'sent' ? (
        <AsSent json={json} id={id} />
      ) : (
        <CodeEditor key={id} value={indented} language="json" label="Raw response" readOnly folding />
      )}
    </>
  )
}
