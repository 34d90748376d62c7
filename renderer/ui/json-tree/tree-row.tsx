import { IconChevronRight } from '@tabler/icons-react'
import {
  isContainer,
  type JsonTree,
  keyOf,
  kindOf,
  sourceOf,
  textOf,
} from '../../../electron/contract/json/json-scan.ts'
import { formatCount } from '../text/format-text.ts'
import { piecesOf } from './find.ts'
import classes from './json-tree.module.css'

/** Longer strings are shown whole on demand only. */
export const LONGEST_SHOWN = 200
const DEEPEST_INDENT = 24

/** `3 keys`, `1 item`. */
export const sizeText = (tree: JsonTree, node: number): string => {
  const size = tree.size[node] ?? 0
  const noun = kindOf(tree, node) === 'object' ? 'key' : 'item'
  return `${formatCount(size)} ${noun}${size === 1 ? '' : 's'}`
}

const Marked = ({ text, words }: { text: string; words: string }) =>
  words === ''
    ? text
    : piecesOf(text, words).map((piece, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name
        piece.found ? <mark key={index}>{piece.text}</mark> : piece.text,
      )

/** Always text: escapes as JSON writes them, never markup. */
const Value = ({ tree, node, words }: { tree: JsonTree; node: number; words: string }) => {
  const kind = kindOf(tree, node)
  if (isContainer(tree, node)) {
    const [first, last] = kind === 'object' ? '{}' : '[]'
    return (
      <span className={classes.container}>
        {first}
        <span className={classes.size}>{tree.size[node] === 0 ? '' : sizeText(tree, node)}</span>
        {last}
      </span>
    )
  }
  if (kind !== 'string') {
    return (
      <span className={classes.value} data-kind={kind}>
        <Marked text={sourceOf(tree, node).slice(0, LONGEST_SHOWN)} words={words} />
      </span>
    )
  }
  const text = textOf(tree, node)
  const shown = JSON.stringify(text.slice(0, LONGEST_SHOWN))
  return (
    <>
      <span className={classes.value} data-kind={kind}>
        <Marked text={text.length > LONGEST_SHOWN ? `${shown.slice(0, -1)}…"` : shown} words={words} />
      </span>
      {text.length > LONGEST_SHOWN ? <span className={classes.more}>{formatCount(text.length)} characters</span> : null}
    </>
  )
}

type TreeRowProps = {
  tree: JsonTree
  node: number
  id: string
  index: number
  top: number
  open: boolean
  selected: boolean
  words: string
}

/** One node: its key and its value, or how much is inside. */
export const TreeRow = ({ tree, node, id, index, top, open, selected, words }: TreeRowProps) => {
  const depth = tree.depth[node] ?? 0
  const parent = tree.parent[node] ?? -1
  const key = keyOf(tree, node)
  const opens = isContainer(tree, node) && (tree.size[node] ?? 0) > 0
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names the active row
    <div
      role="treeitem"
      id={id}
      data-index={index}
      aria-level={depth + 1}
      aria-setsize={parent < 0 ? 1 : (tree.size[parent] ?? 1)}
      aria-posinset={(tree.place[node] ?? 0) + 1}
      aria-expanded={opens ? open : undefined}
      aria-selected={selected}
      className={classes.row}
      style={{ top, ['--depth' as string]: Math.min(depth, DEEPEST_INDENT) }}
    >
      <span className={classes.twisty} data-twisty={opens || undefined} aria-hidden="true">
        {opens ? <IconChevronRight size={14} stroke={1.5} data-open={open || undefined} /> : null}
      </span>
      {depth > DEEPEST_INDENT ? <span className={classes.level}>{depth}</span> : null}
      {parent < 0 ? null : (
        <span className={key === null ? classes.index : classes.key}>
          {key === null ? (tree.place[node] ?? 0) : <Marked text={keyText(key)} words={words} />}
          <span className={classes.colon}>:</span>
        </span>
      )}
      <Value tree={tree} node={node} words={words} />
    </div>
  )
}

/** A key as it stands, in quotes where blanks or signs would make it unclear. */
const keyText = (key: string): string => {
  const short = key.length > LONGEST_SHOWN ? `${key.slice(0, LONGEST_SHOWN)}…` : key
  return /^[\p{L}\p{N}_$.*-]+$/u.test(short) ? short : JSON.stringify(short)
}
