const boxOf = (element: Element) => element.getBoundingClientRect()

/** The card that an arrow key leads to from card `at`, by where the cards stand; null: the key means nothing. */
export const cardTo = (grid: HTMLElement | null, at: number, key: string): HTMLElement | null => {
  const cards = [...(grid?.querySelectorAll<HTMLElement>('[data-screen]') ?? [])]
  const from = cards[at]
  if (!from) return null
  const last = cards.length - 1
  const along = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[key]
  if (along !== undefined) return cards[Math.min(last, Math.max(0, along))] ?? null
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return null
  const here = boxOf(from)
  const below = key === 'ArrowDown'
  const rows = cards.filter((card) => (below ? boxOf(card).top > here.top + 4 : boxOf(card).top < here.top - 4))
  // The next row first, and in it the card that is closest.
  const rowTop = rows.reduce(
    (top, card) => (below ? Math.min(top, boxOf(card).top) : Math.max(top, boxOf(card).top)),
    below ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY,
  )
  const near = rows.filter((card) => Math.abs(boxOf(card).top - rowTop) < 4)
  return near.sort((a, b) => Math.abs(boxOf(a).left - here.left) - Math.abs(boxOf(b).left - here.left))[0] ?? from
}
