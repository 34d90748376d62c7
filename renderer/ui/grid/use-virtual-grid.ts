import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, useRef } from 'react'

/** px of one row by the size of its rows: --desk-row, --desk-row-tall and --desk-row-dense. */
export const ROW_HEIGHTS = { standard: 32, comfortable: 48, compact: 28 } as const
export type RowSize = keyof typeof ROW_HEIGHTS
const HEAD_PX = 28 // --desk-row-dense; the header sticks over the first rows

/** Rows on screen, both ends included; null while there is no list. */
export type Screen = { first: number; last: number } | null

/** What the keys of a grid need of it. */
export type GridMoves = {
  focus: () => void
  /** Scrolls as little as needed. */
  reveal: (index: number) => void
  toTop: () => void
  /** Whole rows that fit on screen. */
  pageRows: () => number
  /** Where a menu for this row belongs, in the window's px; null when the row is not on screen. */
  placeOf: (index: number) => { x: number; y: number } | null
}

type Sizes = { rowPx: number; headPx: number }
const SIZES: Sizes = { rowPx: ROW_HEIGHTS.standard, headPx: HEAD_PX }

/** The scrolling part of a virtual grid of equal rows. `scrollTop` in px, where it stood when it left the screen. */
export const useVirtualGrid = (
  count: number,
  scrollTop: () => number,
  rowDomId: (index: number) => string,
  { rowPx, headPx = HEAD_PX }: Partial<Sizes> & Pick<Sizes, 'rowPx'> = SIZES,
) => {
  const scroller = useRef<HTMLDivElement>(null)
  const { ref: sized, width } = useElementSize<HTMLDivElement>()
  const ref = useMergedRef(scroller, sized)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 4,
    initialOffset: scrollTop,
    scrollPaddingEnd: headPx,
  })
  const items = virtualizer.getVirtualItems()
  const pool = useRef(0)
  pool.current = Math.max(pool.current, items.length)
  const keyOf = (index: number) => index % pool.current
  const range = virtualizer.range
  const screen: Screen = range ? { first: range.startIndex, last: range.endIndex } : null
  const moves: GridMoves = {
    focus: () => scroller.current?.focus({ preventScroll: true }),
    reveal: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    toTop: () => scroller.current?.scrollTo({ top: 0 }),
    pageRows: () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? rowPx) - headPx) / rowPx)),
    placeOf: (index) => {
      const box = document.getElementById(rowDomId(index))?.getBoundingClientRect()
      return box ? { x: box.left + 24, y: box.bottom } : null
    },
  }
  return {
    ref,
    scroller,
    /** px; 0 until it was measured. */
    width,
    /** In the order of the list. */
    items,
    /** In the order of their elements, so that none of these moves in the document while rows come and go. */
    slots: items.toSorted((a, b) => keyOf(a.index) - keyOf(b.index)),
    screen,
    /** px; read from here: asking the element after a rendering would force a layout. */
    offset: virtualizer.scrollOffset ?? scrollTop(),
    totalPx: virtualizer.getTotalSize(),
    /** Rows that leave lend their elements to those that come. */
    keyOf,
    moves,
  }
}

/** The row an event of the grid happened in; NaN outside of rows. */
export const rowIndexOf = (event: MouseEvent): number => {
  const element = event.target instanceof Element ? event.target.closest('[data-index]') : null
  return Number(element?.getAttribute('data-index') ?? Number.NaN)
}
