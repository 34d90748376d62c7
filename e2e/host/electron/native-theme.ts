import { EventEmitter } from 'node:events'
import type { Session } from '../chromium/devtools-pipe.ts'
import { getHost } from '../state.ts'
import { strict } from './strict.ts'

type Source = 'system' | 'light' | 'dark'
let source: Source = 'system'

/** Emits `change` when the pages must look different. */
export const themeChanges = new EventEmitter()

/** `system` takes the override away: the page then follows the desktop, or the tester's own emulation. */
export const applyTheme = async (cdp: Session): Promise<void> => {
  const value = source === 'system' ? (getHost().faults.darkSystem ? 'dark' : '') : source
  await cdp.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] }).catch(() => {})
}

const methods = {
  get themeSource(): Source {
    return source
  },
  set themeSource(next: Source) {
    if (next === source) return
    source = next
    themeChanges.emit('change')
    emitter.emit('updated')
  },
  get shouldUseDarkColors(): boolean {
    return source === 'dark' || (source === 'system' && getHost().faults.darkSystem === true)
  },
  shouldUseHighContrastColors: false,
  prefersReducedTransparency: false,
} satisfies Partial<Electron.NativeTheme>

const emitter = Object.defineProperties(new EventEmitter(), Object.getOwnPropertyDescriptors(methods)) as EventEmitter &
  typeof methods
export const nativeTheme = strict('nativeTheme', emitter)
