import { createSpotlight } from '@mantine/spotlight'

const [store, palette] = createSpotlight()

/** Open or closed, and which line Enter takes. */
export const paletteStore = store

/** What the key that opens it is called. */
export const PALETTE_LABEL = 'Search and commands'

export const openPalette = (): void => palette.open()

/** Marks the first line as the one that Enter takes; the library does so only when letters change. */
export const selectFirst = (): void => {
  const { listId } = paletteStore.getState()
  const lines = (listId ? document.getElementById(listId) : null)?.querySelectorAll('[data-action]') ?? []
  lines.forEach((line, index) => {
    line.toggleAttribute('data-selected', index === 0)
  })
  paletteStore.updateState((state) => ({ ...state, selected: 0 }))
}
