import { createRemembered } from '../saves/remembered.ts'

/** Below this width of the window, CSS px, a right panel lies over the view instead of beside it (kit.module.css). */
const COMPACT_PX = 1_100

/** Whether a right panel would cover what one came for: then it starts closed. */
export const isCompact = (): boolean => globalThis.innerWidth < COMPACT_PX

export const clampWidth = (width: number, min: number, max: number): number =>
  Math.round(Math.min(Math.max(width, min), Math.max(min, max)))

/** The remembered width, or the default when there is none or it makes no sense. */
export const readWidth = (stored: string | null, fallback: number, min: number, max: number): number => {
  const width = stored === null || stored.trim() === '' ? Number.NaN : Number(stored)
  return clampWidth(Number.isFinite(width) ? width : fallback, min, max)
}

const opposite = {
  ArrowLeft: 'ArrowRight',
  ArrowRight: 'ArrowLeft',
  ArrowUp: 'ArrowDown',
  ArrowDown: 'ArrowUp',
} as const

/** Null for keys that mean nothing to a separator. `grow` is the arrow that makes the panel larger. */
export const widthForKey = (
  key: string,
  width: number,
  options: { grow: keyof typeof opposite; shift: boolean; min: number; max: number },
): number | null => {
  const step = options.shift ? 48 : 8
  if (key === 'Home') return options.min
  if (key === 'End') return clampWidth(options.max, options.min, options.max)
  if (key !== options.grow && key !== opposite[options.grow]) return null
  return clampWidth(width + (key === options.grow ? step : -step), options.min, options.max)
}

const createWidth = (id: string) =>
  createRemembered<{ text: string | null }>(
    `desk.panel.${id}`,
    (text) => ({ text }),
    ({ text }) => text ?? '',
  )
const widths = new Map<string, ReturnType<typeof createWidth>>()

/** The remembered width, or height, of one panel, px as text. */
const widthOf = (id: string) => {
  const known = widths.get(id) ?? createWidth(id)
  widths.set(id, known)
  return known
}

export const loadWidth = (id: string, fallback: number, min: number, max: number): number =>
  readWidth(widthOf(id).getState().text, fallback, min, max)

export const saveWidth = (id: string, width: number): void => {
  widthOf(id).setState({ text: String(width) })
}
