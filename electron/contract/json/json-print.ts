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

/** A node on one line, its values as they were sent; blanks between them go. */
export const printJsonLine = (tree: JsonTree, root: number): string => {
  const out: string[] = []
  const ends: number[] = []
  const close = (until: number): void => {
    for (let open = ends.at(-1); open !== undefined && (tree.after[open] ?? 0) <= until; open = ends.at(-1)) {
      ends.pop()
      out.push(tree.text[(tree.end[open] ?? 1) - 1] ?? '')
    }
  }
  const after = tree.after[root] ?? 0
  for (let node = root; node < after; node += 1) {
    close(node)
    if (node > root && (tree.place[node] ?? 0) > 0) out.push(',')
    const keyStart = node > root ? (tree.keyStart[node] ?? -1) : -1
    if (keyStart >= 0) out.push(tree.text.slice(keyStart, tree.keyEnd[node]), ':')
    if (isContainer(tree, node)) {
      out.push(tree.text[tree.start[node] ?? 0] ?? '')
      ends.push(node)
    } else out.push(sourceOf(tree, node))
  }
  close(after)
  return out.join('')
}
