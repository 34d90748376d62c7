import { clampWidth, widthForKey } from '../panel/panel-width.ts'

const NARROWEST = 48
const WIDEST = 1_200
const MOST_FITTED = 640
/** px beside the text of a cell that a fitted column keeps free. */
const ROOM = 4

/** Widths that a person gave, px by id of the column. */
export type ColumnWidths = Readonly<Record<string, number>>

const pxOf = (cell: Element): number => cell.getBoundingClientRect().width

/**
 * What the header says when `cell` is `px` wide from now on. Columns before it keep the width they have at this moment:
 * if they went on growing, the edge would not stay under the pointer.
 */
export const widthsFor = (cell: HTMLElement, px: number): ColumnWidths => {
  // What is before it grows and takes what this one leaves: its other edge stays.
  if (cell.dataset.edge === 'start') return { [cell.dataset.column ?? '']: px }
  const widths: Record<string, number> = {}
  for (const one of cell.parentElement?.children ?? []) {
    const id = one.getAttribute('data-column')
    if (id === null) continue
    widths[id] = one === cell ? px : Math.round(pxOf(one))
    if (one === cell) break
  }
  return widths
}

export const clampColumn = (px: number, min = NARROWEST): number => clampWidth(px, min, WIDEST)

/** Alt+Left and Alt+Right, with Shift in long steps. Null: another key. */
export const columnWidthForKey = (
  event: { key: string; altKey: boolean; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean },
  cell: HTMLElement,
  min = NARROWEST,
): number | null => {
  if (!event.altKey || event.ctrlKey || event.metaKey || !event.key.startsWith('Arrow')) return null
  return widthForKey(event.key, Math.round(pxOf(cell)), { grow: 'ArrowRight', shift: event.shiftKey, min, max: WIDEST })
}

/** Right edge of the text below `element`, px of the window, also where it is cut off. */
const textEnd = (element: Element): number => {
  const range = document.createRange()
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let end = 0
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode)
    end = Math.max(end, range.getBoundingClientRect().right)
  }
  return end
}

/** px that the column of this header needs for its name and for the rows on screen. */
export const fittingWidth = (cell: HTMLElement, min = NARROWEST): number => {
  const id = cell.getAttribute('data-column') ?? ''
  const cells = cell.closest('[role=grid]')?.querySelectorAll(`[data-column="${CSS.escape(id)}"]`) ?? []
  let width = min
  for (const one of cells) width = Math.max(width, Math.ceil(textEnd(one) - one.getBoundingClientRect().left) + ROOM)
  return Math.min(width, MOST_FITTED)
}
