import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Move } from './use-list-view.ts'

/** Where the list stood when it last left the screen, px. `keep` and `kept` must stay the same between renders. */
export type ListScroll = { kept: () => number; keep: (scrollTop: number) => void }

/** Restores the place on coming back, and keeps the rows in place when a new view appears. `offset` and `rowPx` in px. */
export const useListScroll = (
  { kept, keep }: ListScroll,
  scroller: RefObject<HTMLDivElement | null>,
  offset: number,
  rowPx: number,
  generation: number,
  move: RefObject<Move>,
) => {
  const last = useRef(offset)
  last.current = offset // as the virtualizer read it: reading `scrollTop` after its rendering would force a layout

  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = kept()
    return () => keep(last.current)
  }, [kept, keep, scroller])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each new view
  useLayoutEffect(() => {
    const element = scroller.current
    const { current } = move
    move.current = null
    if (!element || !current) return
    if (current.kind === 'top') element.scrollTop = 0
    else element.scrollTop += current.rows * rowPx
  }, [generation])
}
