import { childrenOf, isContainer, type JsonTree, keyOf, sourceOf } from './json-scan.ts'

const DEEPEST_INDENT = 100

const byKey = (tree: JsonTree) => (one: number, other: number) => {
  const [a, b] = [keyOf(tree, one) ?? '', keyOf(tree, other) ?? '']
  return a < b ? -1 : a > b ? 1 : one - other
}

/**
 * A node as indented JSON with its values as they were sent. `sorted`: keys in order of their code units, for texts
 * that are compared. Indents stop growing at depth 100, or a deep tree would be all blanks.
 */
export const printJson = (tree: JsonTree, root: number, sorted = false): string => {
  const out: string[] = []
  const indent = (levels: number) => `\n${'  '.repeat(Math.min(levels, DEEPEST_INDENT))}`
  const frames: { node: number; children: number[]; at: number }[] = []
  const begin = (node: number) => {
    if (!isContainer(tree, node)) return out.push(sourceOf(tree, node))
    const braces = tree.text[tree.start[node] ?? 0] === '{'
    if (tree.size[node] === 0) return out.push(braces ? '{}' : '[]')
    const children = childrenOf(tree, node)
    out.push(braces ? '{' : '[')
    return frames.push({ node, children: sorted && braces ? children.toSorted(byKey(tree)) : children, at: 0 })
  }
  begin(root)
  for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
    const child = frame.children[frame.at]
    if (child === undefined) {
      frames.pop()
      out.push(indent(frames.length), tree.text[(tree.end[frame.node] ?? 1) - 1] ?? '')
      continue
    }
    out.push(frame.at > 0 ? ',' : '', indent(frames.length))
    frame.at += 1
    const keyStart = tree.keyStart[child] ?? -1
    if (keyStart >= 0) out.push(tree.text.slice(keyStart, tree.keyEnd[child]), ': ')
    begin(child)
  }
  return out.join('')
}
