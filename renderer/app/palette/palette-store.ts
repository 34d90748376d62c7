import { createSpotlight } from '@mantine/spotlight'
import { useEffect, useState } from 'react'
import { generalShortcuts } from '../../ui/keys/shortcuts/start-shortcuts.ts'

const [store, palette] = createSpotlight()

/** Open or closed, and which line Enter takes. */
export const paletteStore = store

/** What the key that opens it is called. */
export const PALETTE_LABEL = generalShortcuts.palette.label

/** The listbox of what was found. */
export const RESULTS_ID = 'palette-results'

export const openPalette = (): void => palette.open()

const lines = (): NodeListOf<Element> => document.querySelectorAll(`#${RESULTS_ID} [data-action]`)

/** Gives every line its id and says which one is selected. Returns the id of that one. */
const nameOptions = (): string | undefined => {
  let active: string | undefined
  lines().forEach((line, index) => {
    const selected = line.hasAttribute('data-selected')
    line.id = `${RESULTS_ID}-${index}`
    line.setAttribute('aria-selected', String(selected))
    if (selected) active = line.id
  })
  return active
}

/**
 * Id of the line that Enter takes, for screen readers. The library marks it in the page alone: it takes no ids, and its
 * store tells nobody when the mark moves.
 */
export const useActiveOption = (open: boolean): string | undefined => {
  const [option, setOption] = useState<string | undefined>()
  useEffect(() => {
    if (!open) return setOption(undefined)
    const follow = () => setOption(nameOptions())
    const observer = new MutationObserver(follow)
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-selected'] })
    follow()
    return () => observer.disconnect()
  }, [open])
  return option
}

/** Marks the first line as the one that Enter takes; the library does so only when letters change. */
export const selectFirst = (): void => {
  lines().forEach((line, index) => {
    line.toggleAttribute('data-selected', index === 0)
  })
  paletteStore.updateState((state) => ({ ...state, selected: 0 }))
}
