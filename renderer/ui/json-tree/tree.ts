import { type JsonTree, keyOf } from '../../../electron/contract/json/json-scan.ts'

/** More rows than this are taller than a browser's largest element. */
export const MOST_ROWS = 1_000_000
/** Trees up to this size open whole. */
const SMALL = 300
const MOST_OPEN_CHILDREN = 100

/** 1 for every container that is open. */
export type Open = Uint8Array

/** How a tree is open at first: whole when small, else two levels of what is not too long. */
export const openAtFirst = (tree: JsonTree): Open => {
  const open = new Uint8Array(tree.count)
  for (let node = 0; node < tree.count; node += 1) {
    const shallow = (tree.depth[node] ?? 0) < 2 && (tree.size[node] ?? 0) <= MOST_OPEN_CHILDREN
    if (node === 0 || tree.count <= SMALL || shallow) open[node] = 1
  }
  return open
}

export const openAll = (tree: JsonTree): Open => new Uint8Array(tree.count).fill(1)

/** Only the root: then its keys are what is visible. */
export const closeAll = (tree: JsonTree): Open => {
  const open = new Uint8Array(tree.count)
  open[0] = 1
  return open
}

/** A node and everything inside, opened or closed. */
export const setWithin = (tree: JsonTree, open: Open, node: number, to: 0 | 1): Open =>
  open.slice().fill(to, node, tree.after[node])

export const setOpen = (open: Open, node: number, to: 0 | 1): Open => {
  if (open[node] === to) return open
  const next = open.slice()
  next[node] = to
  return next
}

/** Opens all that is around a node, so that it has a row. */
export const openAround = (tree: JsonTree, open: Open, node: number): Open => {
  let next = open
  for (let around = tree.parent[node] ?? -1; around >= 0; around = tree.parent[around] ?? -1) {
    if (next[around] === 1) continue
    if (next === open) next = open.slice()
    next[around] = 1
  }
  return next
}

/** The nodes that have a row, in order; at most `MOST_ROWS`. */
export const visibleRows = (tree: JsonTree, open: Open): Int32Array => {
  const rows = new Int32Array(Math.min(tree.count, MOST_ROWS))
  let length = 0
  for (let node = 0; node < tree.count && length < rows.length; length += 1) {
    rows[length] = node
    node = open[node] === 1 ? node + 1 : (tree.after[node] ?? tree.count)
  }
  return rows.subarray(0, length)
}

/** The row of a node, by halving; −1 when it has none. */
export const rowOf = (rows: Int32Array, node: number): number => {
  let low = 0
  let high = rows.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = rows[middle] ?? 0
    if (found === node) return middle
    if (found < node) low = middle + 1
    else high = middle - 1
  }
  return -1
}

const step = (tree: JsonTree, node: number): string => {
  const key = keyOf(tree, node)
  if (key === null) return `[${tree.place[node] ?? 0}]`
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
}

/** JSONPath of a node: `$.storage.keys[0]["odd key"]` (RFC 9535, 2.1). */
export const pathOf = (tree: JsonTree, node: number): string => {
  const steps: string[] = []
  for (let at = node; at > 0; at = tree.parent[at] ?? 0) steps.push(step(tree, at))
  return `$${steps.reverse().join('')}`
}
