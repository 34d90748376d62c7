import { createSpotlight } from '@mantine/spotlight'
import { useSyncExternalStore } from 'react'

const [store, palette] = createSpotlight()

/** Open or closed, and which line Enter takes. */
export const paletteStore = store

/** What the key that opens it is called. */
export const PALETTE_LABEL = 'Search and commands'

/** Index of the line that Enter takes; -1: none yet. The rest of the store changes with every letter. */
export const useSelectedLine = (): number =>
  useSyncExternalStore(paletteStore.subscribe, () => paletteStore.getState().selected)

/** The listbox of what was found. */
export const RESULTS_ID = 'palette-results'

export const openPalette = (): void => palette.open()

const lines = (): NodeListOf<Element> => document.querySelectorAll(`#${RESULTS_ID} [data-action]`)

/** Gives every line its id and tells which one is selected. Returns the id of that one. */
export const nameOptions = (selected: number): string | undefined => {
  let active: string | undefined
  lines().forEach((line, index) => {
    line.id = `${RESULTS_ID}-${index}`
    line.setAttribute('aria-selected', String(index === selected))
    if (index === selected) active = line.id
  })
  return active
}

/** Marks the first line as the one that Enter takes; the library does so only when letters change. */
export const selectFirst = (): void => {
  lines().forEach((line, index) => {
    line.toggleAttribute('data-selected', index === 0)
  })
  paletteStore.updateState((state) => ({ ...state, selected: 0 }))
}
