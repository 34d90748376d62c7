import { isContainer, type JsonTree, keyOf, textOf } from '../../../electron/contract/json/json-scan.ts'

/** Nodes whose key or value holds the words, upper and lower case alike; in the order of the text. */
export const findIn = (tree: JsonTree, words: string): Int32Array => {
  const wanted = words.toLowerCase()
  if (wanted === '') return new Int32Array()
  const found: number[] = []
  for (let node = 0; node < tree.count; node += 1) {
    const inKey = keyOf(tree, node)?.toLowerCase().includes(wanted) ?? false
    if (inKey || (!isContainer(tree, node) && textOf(tree, node).toLowerCase().includes(wanted))) found.push(node)
  }
  return Int32Array.from(found)
}

/** Which of the found nodes comes next from here, round the end; −1 when there are none. */
export const nextFound = (found: Int32Array, node: number, direction: 1 | -1): number => {
  if (found.length === 0) return -1
  if (direction === 1) {
    const next = found.findIndex((one) => one > node)
    return Math.max(0, next)
  }
  const previous = found.findLastIndex((one) => one < node)
  return previous < 0 ? found.length - 1 : previous
}

/** A text in pieces, those that match marked; at most 50 marks. */
export const piecesOf = (text: string, words: string): { text: string; found: boolean }[] => {
  const wanted = words.toLowerCase()
  const lower = text.toLowerCase()
  // Where lower case has another length the places would not fit: then nothing is marked.
  if (wanted === '' || lower.length !== text.length) return [{ text, found: false }]
  const pieces: { text: string; found: boolean }[] = []
  let from = 0
  for (let at = lower.indexOf(wanted); at >= 0 && pieces.length < 100; at = lower.indexOf(wanted, from)) {
    if (at > from) pieces.push({ text: text.slice(from, at), found: false })
    from = at + wanted.length
    pieces.push({ text: text.slice(at, from), found: true })
  }
  if (from < text.length) pieces.push({ text: text.slice(from), found: false })
  return pieces
}
