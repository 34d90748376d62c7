import {
  childrenOf,
  type JsonTree,
  keyOf,
  kindOf,
  sourceOf,
  textOf,
} from '../../../electron/contract/json/json-scan.ts'
import { pathOf } from './tree.ts'

export type JsonChange = {
  path: string
  what: 'added' | 'removed' | 'changed'
  before: number | null
  after: number | null
}

/** Keys with how often they were seen before, so that a key that occurs twice is compared with its like. */
const named = (tree: JsonTree, node: number): Map<string, number> => {
  const seen = new Map<string, number>()
  const names = new Map<string, number>()
  for (const child of childrenOf(tree, node)) {
    const key = keyOf(tree, child) ?? String(tree.place[child])
    const times = seen.get(key) ?? 0
    seen.set(key, times + 1)
    names.set(JSON.stringify([key, times]), child)
  }
  return names
}

const sameScalar = (a: JsonTree, one: number, b: JsonTree, other: number): boolean =>
  kindOf(a, one) === kindOf(b, other) && textOf(a, one) === textOf(b, other)

/**
 * What differs between two JSON texts, by path: keys of objects by name whatever their order, items of arrays by
 * place. Stops at `most`. Numbers are compared as they were sent.
 */
export const changesBetween = (a: JsonTree, b: JsonTree, most = 1_000): { changes: JsonChange[]; more: boolean } => {
  const changes: JsonChange[] = []
  const pairs: [number, number][] = [[0, 0]]
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [one, other] = pair
    if (sourceOf(a, one) === sourceOf(b, other)) continue
    const kind = kindOf(a, one)
    if (kind !== kindOf(b, other) || (kind !== 'object' && kind !== 'array')) {
      if (sameScalar(a, one, b, other)) continue
      changes.push({ path: pathOf(b, other), what: 'changed', before: one, after: other })
    } else {
      const [before, after] = [named(a, one), named(b, other)]
      for (const [name, child] of before) {
        if (!after.has(name)) changes.push({ path: pathOf(a, child), what: 'removed', before: child, after: null })
      }
      const inside: [number, number][] = []
      for (const [name, child] of after) {
        const was = before.get(name)
        if (was === undefined) changes.push({ path: pathOf(b, child), what: 'added', before: null, after: child })
        else inside.push([was, child])
      }
      for (const next of inside.reverse()) pairs.push(next)
    }
    if (changes.length > most) return { changes: changes.slice(0, most), more: true }
  }
  return { changes, more: false }
}
