import { useEffect, useSyncExternalStore } from 'react'
import type { Settings } from '../../electron/contract/models/settings-models.ts'
import { createRemembered } from '../ui/saves/remembered.ts'

const useLastTheme = createRemembered(
  'desk.theme',
  (stored) => ({ theme: stored ?? 'system' }),
  ({ theme }) => theme,
)
const darkQuery = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)')

const subscribe = (listener: () => void): (() => void) => {
  const query = darkQuery()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** The scheme to show. Until the settings are there, the one of the last start, so that nothing flashes. */
export const useColorScheme = (theme: Settings['theme'] | undefined): 'light' | 'dark' => {
  const systemDark = useSyncExternalStore(subscribe, () => darkQuery().matches)
  const last = useLastTheme((kept) => kept.theme)
  const wanted = theme ?? last
  useEffect(() => {
    if (theme) useLastTheme.setState({ theme })
  }, [theme])
  if (wanted === 'light' || wanted === 'dark') return wanted
  return systemDark ? 'dark' : 'light'
}
