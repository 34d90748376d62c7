import { useCallback, useEffect, useRef, useState } from 'react'
import type { Toast } from '../feedback/toast.ts'
import type { GridHandle } from './list-grid.tsx'
import type { ListView } from './list-rows.ts'
import type { LiveList } from './use-list-view.ts'

/** A row whose menu is open, and where, in the window's px. */
export type MenuAt<Row> = { row: Row; x: number; y: number }

/** What each view with a list keeps beside its rows: focus, the menu of a row, what was said, what went wrong. */
export const useListControls = <Row>(view: ListView<unknown> | null, list: LiveList) => {
  const grid = useRef<GridHandle<Row>>(null)
  const filterInput = useRef<HTMLInputElement>(null)
  const [toast, showToast] = useState<Toast | null>(null)
  const [menu, openMenu] = useState<MenuAt<Row> | null>(null)
  const [inAside, setInAside] = useState(false)
  const closeToast = useCallback(() => showToast(null), [])

  const shown = view !== null && view.total > 0
  useEffect(() => {
    if (shown && document.activeElement === document.body) grid.current?.focus()
  }, [shown])

  /** Without rows the field is left all the same: keys then act on the view, and the rows get the focus when they are here. */
  const toList = () => {
    if (grid.current) grid.current.focus()
    else filterInput.current?.blur()
  }
  return {
    grid,
    filterInput,
    focusFilter: () => filterInput.current?.select(),
    toList,
    toTop: () => {
      grid.current?.toTop()
      toList()
    },
    toast,
    showToast,
    closeToast,
    menu,
    openMenu,
    closeMenu: () => {
      openMenu(null)
      toList()
    },
    /** The focus is in the panel beside the list: its fields and buttons keep their keys. */
    inAside,
    setInAside,
    /** What is above the rows. Without any rows it is in their place (ListBody). */
    problem: (view === null ? null : list.problem) ?? list.windowProblem,
  }
}
