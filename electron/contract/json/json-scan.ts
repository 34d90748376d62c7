export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null'
const KINDS: readonly JsonKind[] = ['object', 'array', 'string', 'number', 'boolean', 'null']
const OBJECT = 0
const ARRAY = 1
const STRING = 2
const NUMBER = 3
const BOOLEAN = 4
const NULL = 5

/**
 * A JSON text as its nodes in the order of the text, addressed by number; 0 is the root. Offsets lead back into the
 * text, so keys that occur twice, the order of keys and digits that no double can hold stay as they were sent.
 */
export type JsonTree = {
  text: string
  count: number
  kind: Uint8Array
  depth: Int32Array
  /** −1: the root. */
  parent: Int32Array
  /** Offset of the key's opening quote and behind its closing one; −1: an item of an array, or the root. */
  keyStart: Int32Array
  keyEnd: Int32Array
  start: Int32Array
  end: Int32Array
  /** The node behind the last one inside. */
  after: Int32Array
  /** Place among its brothers, from 0. */
  place: Int32Array
  /** Children. */
  size: Int32Array
}

/** Offset behind the string that begins at `start`; a quote after an odd number of backslashes is part of it. */
const stringEnd = (text: string, start: number): number => {
  for (let at = text.indexOf('"', start + 1); ; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === 92) slashes += 1
    if (slashes % 2 === 0) return at + 1
  }
}

/** Every node but the root follows a comma or an opening bracket outside of strings, which are long at times. */
const mostNodes = (text: string): number => {
  let most = 1
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 34) at = stringEnd(text, at) - 1
    else if (code === 44 || code === 91 || code === 123) most += 1
  }
  return most
}

const emptyTree = (text: string, most: number): JsonTree => ({
  text,
  count: 0,
  kind: new Uint8Array(most),
  depth: new Int32Array(most),
  parent: new Int32Array(most),
  keyStart: new Int32Array(most),
  keyEnd: new Int32Array(most),
  start: new Int32Array(most),
  end: new Int32Array(most),
  after: new Int32Array(most),
  place: new Int32Array(most),
  size: new Int32Array(most),
})

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const scalarKind = (first: number): number => {
  if (first === 110) return NULL
  return first === 116 || first === 102 ? BOOLEAN : NUMBER
}

/**
 * Reads a JSON text; null when it is none. The grammar is left to `JSON.parse`: what it took needs no checks here.
 * `parsed`: it took this text before.
 */
export const scanJson = (text: string, { parsed = false } = {}): JsonTree | null => {
  if (!parsed && !isJson(text)) return null
  const tree = emptyTree(text, mostNodes(text))
  let within = -1
  let keyStart = -1
  let keyEnd = -1
  const add = (kind: number, start: number, end: number): number => {
    const node = tree.count
    tree.count += 1
    tree.kind[node] = kind
    tree.depth[node] = within < 0 ? 0 : (tree.depth[within] ?? 0) + 1
    tree.parent[node] = within
    tree.keyStart[node] = keyStart
    tree.keyEnd[node] = keyEnd
    tree.start[node] = start
    tree.end[node] = end
    tree.after[node] = node + 1
    if (within >= 0) {
      tree.place[node] = tree.size[within] ?? 0
      tree.size[within] = (tree.size[within] ?? 0) + 1
    }
    keyStart = -1
    keyEnd = -1
    return node
  }
  const scalar = /[^\s,\]}]*/y
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    if (code === 123 || code === 91) {
      within = add(code === 123 ? OBJECT : ARRAY, at, at + 1)
      at += 1
    } else if (code === 125 || code === 93) {
      at += 1
      tree.end[within] = at
      tree.after[within] = tree.count
      within = tree.parent[within] ?? -1
    } else if (code === 34) {
      const end = stringEnd(text, at)
      if (within >= 0 && tree.kind[within] === OBJECT && keyStart < 0) {
        keyStart = at
        keyEnd = end
      } else add(STRING, at, end)
      at = end
    } else if (code <= 32 || code === 44 || code === 58) {
      at += 1
    } else {
      scalar.lastIndex = at
      const length = scalar.exec(text)?.[0].length ?? 1
      add(scalarKind(code), at, at + length)
      at += length
    }
  }
  return tree
}

export const kindOf = (tree: JsonTree, node: number): JsonKind => KINDS[tree.kind[node] ?? NULL] ?? 'null'
export const isContainer = (tree: JsonTree, node: number): boolean => (tree.kind[node] ?? NULL) <= ARRAY

const decode = (text: string, start: number, end: number): string => {
  const inner = text.slice(start + 1, end - 1)
  return inner.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : inner
}

/** The key, decoded; null for items of an array and the root. */
export const keyOf = (tree: JsonTree, node: number): string | null => {
  const start = tree.keyStart[node] ?? -1
  return start < 0 ? null : decode(tree.text, start, tree.keyEnd[node] ?? start)
}

/** The source text of a node: digits, quotes and blanks as they were sent. */
export const sourceOf = (tree: JsonTree, node: number): string => tree.text.slice(tree.start[node], tree.end[node])

/** A value for people: a string without quotes and escapes, everything else as its source. */
export const textOf = (tree: JsonTree, node: number): string =>
  tree.kind[node] === STRING ? decode(tree.text, tree.start[node] ?? 0, tree.end[node] ?? 0) : sourceOf(tree, node)

/** Direct children, in the order of the text. */
export const childrenOf = (tree: JsonTree, node: number): number[] => {
  const children: number[] = []
  const after = tree.after[node] ?? 0
  for (let child = node + 1; child < after; child = tree.after[child] ?? after) children.push(child)
  return children
}
