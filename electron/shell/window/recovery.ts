import type { BrowserWindow } from 'electron'
import type { Log } from '../../core/base/ports.ts'

/** A page that lives longer than this after a reload counts as well: its next failure is a first one again. */
export const STABLE_MS = 60_000

/** Chromium's code for a load that something else replaced: nothing went wrong. */
const ABORTED = -3

export type PageFailure = { kind: 'ended' | 'load'; code: string }

type RecoveryConfig = {
  log: Log
  now: () => number
  /** Loads the start page. */
  load: () => void
  /** Asks the person; a window without a page is blank, so this is all they see. */
  ask: (failure: PageFailure) => Promise<'reload' | 'quit'>
  quit: () => void
}

/** A page that ends or does not load is loaded again by itself once, then by the person: never a blank window. */
export const recoverPage = (window: BrowserWindow, { log, now, load, ask, quit }: RecoveryConfig): void => {
  let lastReload = Number.NEGATIVE_INFINITY
  let asking = false

  const failed = async (failure: PageFailure): Promise<void> => {
    log.error(`The page failed (${failure.kind}: ${failure.code}).`)
    if (asking || window.isDestroyed()) return
    if (now() - lastReload > STABLE_MS) {
      lastReload = now()
      load()
      return
    }
    asking = true
    const choice = await ask(failure)
    asking = false
    if (choice === 'quit') quit()
    else if (!window.isDestroyed()) load()
  }

  const { webContents } = window
  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason !== 'clean-exit') void failed({ kind: 'ended', code: `${reason}, ${exitCode}` })
  })
  webContents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
    if (isMainFrame && code !== ABORTED) void failed({ kind: 'load', code: `${description || 'error'}, ${code}` })
  })
  webContents.on('did-navigate', (_event, _url, status) => {
    if (status >= 400) void failed({ kind: 'load', code: `HTTP ${status}` })
  })
  webContents.on('preload-error', (_event, _path, error) => {
    log.error(`The preload threw: ${error.stack ?? error.message}`)
    void failed({ kind: 'load', code: 'preload' })
  })
}
