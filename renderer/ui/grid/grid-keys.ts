/**
 * Where a key moves the selection in a list of `total` rows with `page` rows on screen.
 * Null: not a key that moves, or nothing to move in. `index` is -1 when nothing is selected.
 */
export const moveTo = (key: string, index: number, total: number, page: number): number | null => {
  if (total <= 0) return null
  const last = total - 1
  const step = Math.max(1, page - 1) // one row stays in sight, as in every pager
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, index + 1)
    case 'ArrowUp':
      return index < 0 ? last : Math.max(0, index - 1)
    case 'PageDown':
      return Math.min(last, Math.max(0, index) + step)
    case 'PageUp':
      return Math.max(0, index - step)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
