/** Below this width of the window, CSS px, a right panel lies over the view instead of beside it (kit.module.css). */
const COMPACT_PX = 1_100

/** Whether a right panel would cover what one came for: then it starts closed. */
export const isCompact = (): boolean => window.innerWidth < COMPACT_PX

/** Widths, or heights, of resizable panels, px, kept in the page's own storage. */
const keyOf = (id: string): string => `desk.panel.${id}`

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

export const loadWidth = (id: string, fallback: number, min: number, max: number): number =>
  readWidth(localStorage.getItem(keyOf(id)), fallback, min, max)

export const saveWidth = (id: string, width: number): void => localStorage.setItem(keyOf(id), String(width))
