import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { isContainer, type JsonTree } from '../../../electron/contract/json/json-scan.ts'
import { moveTo } from '../grid/grid-keys.ts'
import { useVirtualGrid } from '../grid/use-virtual-grid.ts'
import { findIn, nextFound } from './find.ts'
import {
  closeAll,
  type Open,
  openAll,
  openAround,
  openAtFirst,
  rowOf,
  setOpen,
  setWithin,
  visibleRows,
} from './tree.ts'

const ROW_PX = 24 // --desk-control-s
const SIZES = { rowPx: ROW_PX, headPx: 0 }

export const rowDomId = (index: number): string => `json-row-${index}`

/** Which nodes are open, which one is selected, what is searched, and the rows that follow from it. */
export const useJsonTree = (tree: JsonTree) => {
  const [open, setOpenState] = useState<Open>(() => openAtFirst(tree))
  const [at, setAt] = useState(0)
  const [words, setWords] = useState('')
  const sought = useDeferredValue(words)
  const rows = useMemo(() => visibleRows(tree, open), [tree, open])
  const found = useMemo(() => findIn(tree, sought), [tree, sought])
  const grid = useVirtualGrid(rows.length, () => 0, rowDomId, SIZES)

  /** The row to scroll to once it is there. */
  const wanted = useRef<number | null>(null)
  useEffect(() => {
    if (wanted.current === null) return
    const row = rowOf(rows, wanted.current)
    wanted.current = null
    if (row >= 0) grid.moves.reveal(row)
  })
  const choose = (node: number) => {
    wanted.current = node
    setAt(node)
  }
  /** Also a node that is in closed ones. */
  const goTo = (node: number) => {
    setOpenState((known) => openAround(tree, known, node))
    choose(node)
  }
  const within = (node: number) => at > node && at < (tree.after[node] ?? 0)
  const put = (node: number, to: 0 | 1) => {
    if (!isContainer(tree, node)) return
    setOpenState((known) => setOpen(known, node, to))
    if (to === 0 && within(node)) choose(node)
  }
  const toggle = (node: number) => put(node, open[node] === 1 ? 0 : 1)

  const first = found[0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new search moves the choice
  useEffect(() => {
    if (first === undefined || found.includes(at)) return
    goTo(found[nextFound(found, at, 1)] ?? first)
  }, [found])
  const seek = (direction: 1 | -1) => {
    const next = found[nextFound(found, at, direction)]
    if (next !== undefined) goTo(next)
  }

  const right = () => {
    if (!isContainer(tree, at) || tree.size[at] === 0) return
    if (open[at] === 1) choose(at + 1)
    else put(at, 1)
  }
  const left = () => {
    if (isContainer(tree, at) && open[at] === 1 && at > 0) put(at, 0)
    else if (at > 0) choose(tree.parent[at] ?? 0)
  }
  const openBrothers = () => {
    const parent = tree.parent[at] ?? -1
    if (parent < 0) return put(at, 1)
    const next = open.slice()
    for (let node = parent + 1; node < (tree.after[parent] ?? 0); node = tree.after[node] ?? tree.count) next[node] = 1
    setOpenState(next)
  }
  /** The keys of a tree (ARIA Authoring Practices, Tree View). True: it was one of them. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (event.ctrlKey || event.metaKey || event.altKey) return false
    const to = moveTo(event.key, rowOf(rows, at), rows.length, grid.moves.pageRows())
    if (to !== null) choose(rows[to] ?? 0)
    else if (event.key === 'ArrowRight') right()
    else if (event.key === 'ArrowLeft') left()
    else if (event.key === '*') openBrothers()
    else if ((event.key === 'Enter' || event.key === ' ') && isContainer(tree, at)) toggle(at)
    else return false
    return true
  }

  return {
    open,
    at,
    rows,
    grid,
    words,
    sought,
    found,
    /** Which of the found nodes is selected, from 0; −1: none of them. */
    foundAt: found.indexOf(at),
    setWords,
    seek,
    choose,
    toggle,
    openAll: () => setOpenState(openAll(tree)),
    closeAll: () => {
      setOpenState(closeAll(tree))
      choose(0)
    },
    setWithin: (node: number, to: 0 | 1) => {
      setOpenState((known) => setWithin(tree, known, node, to))
      if (to === 0 && within(node)) choose(node)
    },
    onKey,
  }
}
export type JsonTreeState = ReturnType<typeof useJsonTree>
