import { EventEmitter } from 'node:events'
import type { App, BrowserWindow, PowerMonitor } from 'electron'
import { expect, test } from 'vitest'
import { createTestClock } from '../../core/base/testing/test-clock.ts'
import { createEnding, END_MS, PAGE_MS } from './ending.ts'

/** Electron's order (shell/browser/browser.cc, window_list.cc): what prevents takes the whole quit back. */
const createTestApp = () => {
  const seen: string[] = []
  const windows: BrowserWindow[] = []
  let quitting = false
  const ask = (target: EventEmitter, name: string): boolean => {
    let prevented = false
    seen.push(name)
    target.emit(name, { preventDefault: () => void (prevented = true) })
    return !prevented
  }
  const allClosed = (): void => {
    if (!quitting) return void ask(app, 'window-all-closed')
    if (ask(app, 'will-quit')) seen.push('quit')
    else quitting = false
  }
  const app = Object.assign(new EventEmitter(), {
    quit: () => {
      if (quitting) return
      quitting = ask(app, 'before-quit')
      if (!quitting) return
      if (windows.length === 0) allClosed()
      else for (const window of [...windows]) window.close()
    },
  })
  const open = (): BrowserWindow => {
    const window = Object.assign(new EventEmitter(), {
      isDestroyed: () => !windows.includes(window as unknown as BrowserWindow),
      close: () => {
        if (!ask(window, 'close')) {
          quitting = false
          return
        }
        windows.splice(windows.indexOf(window as unknown as BrowserWindow), 1)
        seen.push('closed')
        if (windows.length === 0) allClosed()
      },
    })
    windows.push(window as unknown as BrowserWindow)
    return window as unknown as BrowserWindow
  }
  return {
    app: app as unknown as App & EventEmitter,
    power: new EventEmitter(),
    windows,
    seen,
    open,
    isQuitting: () => quitting,
  }
}

type Steps = {
  may?: () => Promise<boolean>
  page?: () => Promise<unknown>
  clipboard?: () => Promise<unknown>
  core?: () => Promise<unknown>
}
const start = (steps: Steps = {}, endsWithLastWindow = true) => {
  const test = createTestApp()
  const clock = createTestClock()
  const logged: string[] = []
  const note = (line: string) => void logged.push(line)
  const step =
    (name: string, run = async (): Promise<unknown> => undefined) =>
    () => {
      test.seen.push(name)
      return run()
    }
  const ending = createEnding({
    app: test.app,
    power: test.power as unknown as PowerMonitor,
    clock,
    log: { info: note, warn: note, error: note },
    windows: () => [...test.windows],
    endsWithLastWindow,
    ...(steps.may ? { mayClose: steps.may } : {}),
    beforeClose: { page: step('page', steps.page) },
    beforeQuit: { clipboard: step('clipboard', steps.clipboard) },
    afterClose: { core: step('core', steps.core) },
  })
  const open = (): BrowserWindow => {
    const window = test.open()
    ending.watch(window)
    return window
  }
  open()
  return { ...test, open, clock, logged, ending }
}
const settle = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
const never = () => new Promise(() => {})
const count = (seen: string[], name: string): number => seen.filter((one) => one === name).length

const IN_ORDER = [
  ...['before-quit', 'page', 'clipboard', 'before-quit', 'close', 'closed', 'will-quit', 'clipboard', 'core'],
  ...['before-quit', 'will-quit', 'quit'],
]

test('quitting waits for the page, closes the window, waits for core, and asks to quit once more', async () => {
  const { app, seen, clock, ending } = start()
  expect(ending.isEnding()).toBe(false)
  app.quit()
  expect(ending.isEnding()).toBe(true)
  await settle()
  expect([seen, clock.pending()]).toEqual([IN_ORDER, []])
})

test('impatience changes nothing', async () => {
  const { app, seen } = start()
  for (const _again of [1, 2, 3]) app.quit()
  await settle()
  expect(['page', 'close', 'core', 'will-quit', 'quit'].map((name) => count(seen, name))).toEqual([1, 1, 1, 2, 1])
})

test('closing the last window is quitting', async () => {
  const { windows, seen } = start()
  windows[0]?.close()
  await settle()
  expect(seen.slice(1)).toEqual(IN_ORDER)
})

test('on macOS the last window closes alone, after its page was waited for, and quitting without a window works', async () => {
  const { app, windows, seen, open } = start({}, false)
  windows[0]?.close()
  await settle()
  expect(seen).toEqual(['close', 'page', 'close', 'closed', 'window-all-closed'])
  open().close() // a second window is asked as well
  await settle()
  expect(count(seen, 'page')).toBe(2)
  app.quit()
  await settle()
  expect([count(seen, 'will-quit'), count(seen, 'quit')]).toEqual([2, 1])
})

test('steps that fail are named in the log and end nothing: will-quit comes twice, never again and again', async () => {
  const fail = () => Promise.reject(new Error('database is locked'))
  const { app, seen, logged } = start({ page: fail, clipboard: fail, core: fail })
  app.quit()
  await settle()
  expect([count(seen, 'will-quit'), count(seen, 'quit'), count(seen, 'core')]).toEqual([2, 1, 1])
  expect(logged).toContain('Ending: core failed: database is locked')
})

test('a step that throws at once is no other', async () => {
  const { app, seen } = start({
    core: () => {
      throw new Error('at once')
    },
  })
  app.quit()
  await settle()
  expect(count(seen, 'quit')).toBe(1)
})

test('steps that hang are waited for within their bounds, less than 5 s in all', async () => {
  const { app, seen, clock, logged } = start({ page: never, core: never })
  app.quit()
  await settle()
  clock.advance(PAGE_MS)
  await settle()
  expect(seen.at(-1)).toBe('core')
  clock.advance(END_MS)
  await settle()
  expect([seen.at(-1), count(seen, 'will-quit')]).toEqual(['quit', 2])
  expect(logged).toEqual(['Ending: no longer waiting for page.', 'Ending: no longer waiting for core.'])
  expect(PAGE_MS + END_MS).toBeLessThan(5_000)
})

test('a window that opens while the program ends is waited for and closed too', async () => {
  const page = Promise.withResolvers<void>()
  const { app, seen, open, windows } = start({ page: () => page.promise })
  app.quit()
  open()
  page.resolve()
  await settle()
  expect([windows.length, seen.at(-1), count(seen, 'page')]).toEqual([0, 'quit', 2])
})

test('a window that may not close takes the quit back, and the next quit asks once more', async () => {
  const answers = [false, false, true]
  const { app, seen, windows, ending } = start({ may: async () => answers.shift() ?? false })
  app.quit()
  await settle()
  windows[0]?.close()
  await settle()
  expect([windows.length, ending.isEnding(), seen.includes('closed')]).toEqual([1, false, false])
  app.quit()
  await settle()
  expect([seen.at(-1), count(seen, 'quit')]).toEqual(['quit', 1])
})

test('the system that shuts down is asked to wait, and the program quits', async () => {
  const { power, seen } = start()
  let delayed = false
  power.emit('shutdown', { preventDefault: () => void (delayed = true) })
  expect(delayed).toBe(true)
  await settle()
  expect(seen.at(-1)).toBe('quit')
})

test('Windows asks before it ends the session: clears secrets, asks the page to save, and the program may continue', async () => {
  const { windows, seen, ending } = start()
  windows[0]?.emit('query-session-end', {})
  await settle()
  expect([seen, ending.isEnding()]).toEqual([['page', 'clipboard'], false])
  windows[0]?.close() // later, by the person
  await settle()
  expect([count(seen, 'page'), seen.at(-1)]).toEqual([2, 'quit'])
})

test('when the session ends a quit is under way at once, and all steps have begun', async () => {
  const { windows, seen, isQuitting } = start()
  windows[0]?.emit('session-end', {})
  // Without that Electron kills the process here (native_window_views_win.cc, WM_ENDSESSION).
  expect(seen.slice(0, 2)).toEqual(['clipboard', 'core'])
  expect(seen).toContain('closed')
  expect(isQuitting() || seen.includes('will-quit')).toBe(true)
  await settle()
  expect([seen.at(-1), count(seen, 'core')]).toEqual(['quit', 1])
})
