import {
  childrenOf,
  isContainer,
  type JsonTree,
  keyOf,
  kindOf,
  scanJson,
  sourceOf,
  textOf,
} from '../../contract/json/json-scan.ts'
import { type Found, findIn, type IdKind, takeWhole } from './id-form.ts'

/** A whole number by its digits, so that one beyond 2^53 stays what it is. */
const WHOLE = /^-?\d+$/

/** The field that names the record; objects inside such a field are records of their own. */
const idNode = (tree: JsonTree, node: number, kind: IdKind): number | undefined => {
  const fields = childrenOf(tree, node)
  for (const key of kind.keys) {
    const field = fields.find(
      (child) => keyOf(tree, child) === key && ['string', 'number'].includes(kindOf(tree, child)),
    )
    if (field !== undefined) return field
  }
  return undefined
}

const scalar = (tree: JsonTree, node: number, named: boolean, kind: IdKind): Found | null => {
  const text = textOf(tree, node)
  if (kindOf(tree, node) === 'string') return named ? takeWhole(text, kind) : findIn(text.trim(), kind)
  if (kindOf(tree, node) !== 'number') return null
  return WHOLE.test(text) ? { id: text } : { invalid: text }
}

/**
 * Ids of one JSON value: texts and whole numbers of arrays, and the id field of objects, whatever is around them.
 * A record of a list that names no id is invalid. Null: no JSON.
 */
export const idsOfJson = (text: string, kind: IdKind): Found[] | null => {
  const tree = scanJson(text)
  if (!tree) return null
  const found: Found[] = []
  // A text of its own is how a line of ids says that everything inside the quotes is the id.
  if (!isContainer(tree, 0)) return [scalar(tree, 0, true, kind) ?? { invalid: text }]
  const open: { node: number; end: number; before: number }[] = []
  const close = (until: number): void => {
    for (let last = open.at(-1); last && last.end <= until; last = open.at(-1)) {
      open.pop()
      if (found.length === last.before) found.push({ invalid: sourceOf(tree, last.node) })
    }
  }
  for (let node = 0; node < tree.count; ) {
    close(node)
    const after = tree.after[node] ?? tree.count
    const parent = tree.parent[node] ?? -1
    const inList = parent < 0 || kindOf(tree, parent) === 'array'
    if (kindOf(tree, node) === 'object') {
      const id = idNode(tree, node, kind)
      if (id !== undefined) {
        found.push(scalar(tree, id, true, kind) ?? { invalid: sourceOf(tree, node) })
        node = after
        continue
      }
      if (inList) open.push({ node, end: after, before: found.length })
    } else if (!isContainer(tree, node) && inList) {
      const one = scalar(tree, node, false, kind)
      if (one) found.push(one)
    }
    node += 1
  }
  close(tree.count)
  return found
}
