import { Button } from '@mantine/core'
import { isContainer, type JsonTree, kindOf, textOf } from '../../../electron/contract/json/json-scan.ts'
import { jsonShortcuts } from '../keys/shortcuts/inspect-shortcuts.ts'
import { formatCount } from '../text/format-text.ts'
import { Tip } from '../tip.tsx'
import classes from './json-tree.module.css'
import { pathOf } from './tree.ts'
import { LONGEST_SHOWN, sizeText } from './tree-row.tsx'
import type { Copies } from './use-copies.ts'

/** More than this nobody reads, and laying it out would take seconds; copying takes all of it. */
const LONGEST_WHOLE = 100_000

const factText = (tree: JsonTree, node: number): string => {
  const kind = kindOf(tree, node)
  if (isContainer(tree, node)) return `${kind}, ${sizeText(tree, node)}`
  if (kind !== 'string') return kind
  const { length } = textOf(tree, node)
  return `string, ${formatCount(length)} character${length === 1 ? '' : 's'}`
}

const Whole = ({ tree, node }: { tree: JsonTree; node: number }) => {
  const text = textOf(tree, node)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text must be reachable by keyboard
    <section className={classes.whole} aria-label="Full value" tabIndex={0}>
      <pre className="desk-selectable">{text.slice(0, LONGEST_WHOLE)}</pre>
      {text.length > LONGEST_WHOLE ? (
        <p>
          The first {formatCount(LONGEST_WHOLE)} of {formatCount(text.length)} characters. Copy value takes all.
        </p>
      ) : null}
    </section>
  )
}

type TreeFootProps = {
  tree: JsonTree
  node: number
  whole: boolean
  onWhole: () => void
  copies: Copies
}

/** Where the selected node stands, what it is, and what can be taken of it. */
export const TreeFoot = ({ tree, node, whole, onWhole, copies }: TreeFootProps) => {
  const long = kindOf(tree, node) === 'string' && textOf(tree, node).length > LONGEST_SHOWN
  const path = pathOf(tree, node)
  return (
    <>
      {long && whole ? <Whole tree={tree} node={node} /> : null}
      <div className={classes.foot}>
        <span className={classes.path} title={path.length < 2_000 ? path : undefined}>
          {path.length > 500 ? `…${path.slice(-500)}` : path}
        </span>
        <span className={classes.fact}>{factText(tree, node)}</span>
        {long ? (
          <Button variant="subtle" size="compact-xs" aria-expanded={whole} onClick={onWhole}>
            {whole ? 'Hide full value' : 'Show full value'}
          </Button>
        ) : null}
        <span className={classes.gap} />
        <span className={classes.toast} role="status">
          {copies.toast}
        </span>
        <Tip label="Copy value" shortcuts={[jsonShortcuts.copyValue]}>
          <Button variant="subtle" size="compact-xs" onClick={() => copies.value(node)}>
            Copy value
          </Button>
        </Tip>
        <Tip label="Copy path" shortcuts={[jsonShortcuts.copyPath]}>
          <Button variant="subtle" size="compact-xs" onClick={() => copies.path(node)}>
            Copy path
          </Button>
        </Tip>
      </div>
    </>
  )
}
