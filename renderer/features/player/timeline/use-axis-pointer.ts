import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import type { StoreApi } from 'zustand'
import { usePlayer } from '../player-context.ts'
import { panBy, shownView, timeAt, zoomAt } from './axis-view.ts'

/** The time under the pointer, seconds; null: it is not over the axis. */
export type Hover = StoreApi<{ timeS: number | null }>

/** Fewer px are a click, not a drag. */
const DRAG_PX = 4
/** One notch of a wheel, 100 px, zooms by about a third. */
const ZOOM_PER_PX = 0.003

/** Click seeks, drag pans, the wheel with Ctrl zooms at the pointer and sideways pans, double click shows everything. */
export const useAxisPointer = (lanes: RefObject<HTMLDivElement | null>, hover: Hover) => {
  const { store, playback } = usePlayer()
  const drag = useRef<{ x: number; view: ReturnType<typeof shownView>; moved: boolean } | null>(null)

  const shown = () => shownView(store.getState().axisView, store.getState().lengthS)
  const timeOf = (clientX: number) => {
    const box = lanes.current?.getBoundingClientRect()
    return box ? timeAt(shown(), clientX, box) : null
  }

  useEffect(() => {
    const element = lanes.current
    if (!element) return
    const onWheel = (event: WheelEvent) => {
      const { lengthS, axisView } = store.getState()
      if (lengthS === null) return
      const box = element.getBoundingClientRect()
      const view = shownView(axisView, lengthS)
      const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX
      if (event.ctrlKey || event.metaKey) {
        const at = timeAt(view, event.clientX, box)
        if (at !== null)
          store.setState({ axisView: zoomAt(axisView, lengthS, Math.exp(-event.deltaY * ZOOM_PER_PX), at) })
      } else if (sideways !== 0 && axisView) {
        store.setState({ axisView: panBy(axisView, lengthS, (sideways / box.width) * (view.toS - view.fromS)) })
      } else return
      event.preventDefault()
    }
    // React listens passively, and then the window would zoom as well.
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [lanes, store])

  const isControl = (target: EventTarget) =>
    target instanceof Element && target.closest('button, [role=slider]') !== null

  return {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      if (event.button === 0 && !isControl(event.target))
        drag.current = { x: event.clientX, view: shown(), moved: false }
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      hover.setState({ timeS: timeOf(event.clientX) })
      const from = drag.current
      const { lengthS } = store.getState()
      if (!from || lengthS === null) return
      const byPx = event.clientX - from.x
      if (!from.moved && Math.abs(byPx) < DRAG_PX) return
      if (!from.moved) event.currentTarget.setPointerCapture(event.pointerId)
      from.moved = true
      const width = event.currentTarget.getBoundingClientRect().width
      const spanS = from.view.toS - from.view.fromS
      store.setState({ axisView: panBy(from.view, lengthS, (-byPx / width) * spanS) })
    },
    onPointerUp: (event: PointerEvent<HTMLDivElement>) => {
      const from = drag.current
      drag.current = null
      if (!from || from.moved) return
      const place =
        event.target instanceof Element ? event.target.closest<HTMLElement>('[data-at]')?.dataset.at : undefined
      const time = place === undefined ? timeOf(event.clientX) : Number(place)
      if (time !== null) playback()?.seek(time)
    },
    onPointerCancel: () => {
      drag.current = null
    },
    onPointerLeave: () => hover.setState({ timeS: null }),
    onDoubleClick: (event: MouseEvent<HTMLDivElement>) => {
      if (!isControl(event.target)) store.setState({ axisView: null })
    },
  }
}
