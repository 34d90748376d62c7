import { IconX } from '@tabler/icons-react'
import { useMemo } from 'react'
import { printJson } from '../../../electron/contract/json/json-print.ts'
import { isContainer, type JsonTree, scanJson, sourceOf } from '../../../electron/contract/json/json-scan.ts'
import { DiffView } from '../../ui/code/diff-view.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { changesBetween, type JsonChange } from '../../ui/json-tree/changes.ts'
import { cachePolicyShortcuts } from '../../ui/keys/shortcuts/inspect-shortcuts.ts'
import { formatClock, formatCount } from '../../ui/text/format-text.ts'
import classes from './cache-policy.module.css'
import type { Kept } from './policy-store.ts'
import { askedText, statusText } from './policy-text.ts'

/** Longer texts are compared by path alone: line by line they would hold the page up. */
const LONGEST_DIFF = 1_000_000
const LONGEST_VALUE = 120

const SIGNS: Record<JsonChange['what'], string> = { added: '+', removed: '−', changed: '≠' }

const valueText = (tree: JsonTree, node: number | null): string => {
  if (node === null) return ''
  if (isContainer(tree, node)) return tree.size[node] === 0 ? sourceOf(tree, node) : `${sourceOf(tree, node)[0]} … `
  const source = sourceOf(tree, node)
  return source.length > LONGEST_VALUE ? `${source.slice(0, LONGEST_VALUE)}…` : source
}

const Changes = ({ before, after }: { before: JsonTree; after: JsonTree }) => {
  const { changes, more } = useMemo(() => changesBetween(before, after), [before, after])
  if (changes.length === 0) return <p className={classes.paneHint}>Both policies are the same.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text must be reachable by keyboard
    <section className={classes.changes} aria-label="Changed paths" tabIndex={0}>
      <table>
        <caption>
          {more ? `More than ${formatCount(changes.length)}` : formatCount(changes.length)} changed{' '}
          {changes.length === 1 ? 'path' : 'paths'}
        </caption>
        <tbody>
          {changes.map(({ path, what, before: was, after: is }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a path may come twice when a key does
            <tr key={index} data-what={what}>
              <td title={what}>
                <span aria-hidden="true">{SIGNS[what]}</span>
                <span className={classes.hidden}>{what}</span>
              </td>
              <th scope="row">{path}</th>
              <td className={classes.was}>{valueText(before, was)}</td>
              <td className={classes.is}>{valueText(after, is)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const labelOf = (answer: Kept): string => `${formatClock(answer.at)} · ${askedText(answer.asked)}`

const Body = ({ before, after }: { before: Kept; after: Kept }) => {
  const trees = useMemo(() => {
    const read = ({ json, cut }: Kept) => (json === null || cut ? null : scanJson(json))
    return { before: read(before), after: read(after) }
  }, [before, after])
  const short = (before.json?.length ?? 0) + (after.json?.length ?? 0) <= LONGEST_DIFF
  const texts = useMemo(
    () =>
      trees.before && trees.after && short ? [printJson(trees.before, 0, true), printJson(trees.after, 0, true)] : null,
    [trees, short],
  )
  if (!trees.before || !trees.after) {
    const without = [before, after].filter(({ json }) => json === null)
    return (
      <p className={classes.paneHint}>
        {without.length > 0
          ? `There is no policy in ${without.map((one) => `${formatClock(one.at)} (${statusText(one)})`).join(' and ')}, so there is nothing to compare.`
          : 'These responses are too large to compare.'}
      </p>
    )
  }
  return (
    <>
      <Changes before={trees.before} after={trees.after} />
      {texts === null ? (
        <p className={classes.paneHint}>The texts are too long to compare line by line.</p>
      ) : (
        <div className={classes.diff}>
          <DiffView
            before={texts[0] ?? ''}
            after={texts[1] ?? ''}
            beforeLabel={labelOf(before)}
            afterLabel={labelOf(after)}
            language="json"
            label="Both policies line by line, keys sorted"
          />
        </div>
      )}
    </>
  )
}

type CompareViewProps = { before: Kept; after: Kept; onClose: () => void }

/** Two answers against each other: which paths changed, and both texts with sorted keys line by line. */
export const CompareView = ({ before, after, onClose }: CompareViewProps) => (
  <section className={classes.answer} aria-label="Comparison">
    <div className={classes.answerHead}>
      <h2 className={classes.compareTitle}>Compare</h2>
      <span className={classes.when}>
        {labelOf(before)} → {labelOf(after)}
      </span>
      <IconButton
        label="Close"
        shortcut={cachePolicyShortcuts.close}
        icon={<IconX size={16} stroke={1.5} />}
        onClick={onClose}
      />
    </div>
    <div className={classes.pane}>
      <Body before={before} after={after} />
    </div>
  </section>
)
