import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import type { Settings } from '../../electron/contract/models/settings-models.ts'
import { isMac } from '../ui/keys/key-binding.ts'
import { useKeymap } from '../ui/keys/keymap.ts'
import { createRemembered } from '../ui/saves/remembered.ts'

/** Which stored shortcuts a notice has named: it is shown once for the same ones. */
const useNamedIgnored = createRemembered(
  'desk.shortcuts-ignored',
  (stored) => ({ ids: stored ?? '' }),
  ({ ids }) => ids,
)

const tellIgnored = (ignored: readonly string[]): void => {
  const ids = ignored.join(' ')
  if (ids === useNamedIgnored.getState().ids) return
  useNamedIgnored.setState({ ids })
  if (ignored.length === 0) return
  notifications.show({
    id: 'shortcuts-ignored',
    title: 'Some saved keyboard shortcuts are ignored.',
    message: 'They are not known to this version or not valid. Settings › Keyboard shortcuts lists them.',
    autoClose: false,
  })
}

/** The stored keys of the person become those in use. What reads them is loaded only where some are stored. */
export const useStoredShortcuts = (stored: Settings['shortcuts'] | undefined): void => {
  useEffect(() => {
    if (!stored) return
    if (Object.keys(stored).length === 0) return useKeymap.setState({ overrides: {} })
    let current = true
    void import('../ui/keys/rebinding.ts').then(({ readStored }) => {
      if (!current) return
      const { overrides, ignored } = readStored(stored, isMac())
      useKeymap.setState({ overrides })
      tellIgnored(ignored)
    })
    return () => {
      current = false
    }
  }, [stored])
}
