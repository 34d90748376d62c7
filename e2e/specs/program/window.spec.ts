import type { Desk } from '../../host/drive/drive.ts'
import { expect, openSample, test } from '../../steps/fixtures.ts'

test.use({ analysis: true })

// How the window comes, lives and goes. What of it Electron alone can prove: e2e/host/README.md.

const DISPLAY = { x: 0, y: 0, width: 1920, height: 1080 }
type Kept = { bounds: Electron.Rectangle; fullscreen: boolean; visible: boolean }

const stateOf = ({ main }: Desk): Promise<Kept | null> =>
  main.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    return window
      ? { bounds: window.getBounds(), fullscreen: window.isFullScreen(), visible: window.isVisible() }
      : null
  })
const isVisible = async (desk: Desk) => (await stateOf(desk))?.visible
const isFullscreen = async (desk: Desk) => (await stateOf(desk))?.fullscreen

/** Writes to main's output what the way out is made of: it can be read when the process is gone. */
const tellEvents = ({ main }: Desk): Promise<void> =>
  main.evaluate(({ app }) => {
    for (const name of ['will-quit', 'quit']) app.on(name as 'quit', () => console.log(`event: ${name}`))
  })
const told = (desk: Desk): string[] => desk.stdout().match(/(?<=event: ).+/g) ?? []
const ONE_END = ['will-quit', 'will-quit', 'quit']

test('the window is shown although ready-to-show never comes', async ({ startDesk }) => {
  const desk = await startDesk({ faults: { readyToShow: false } })
  await expect.poll(() => isVisible(desk)).toBe(true)
})

test('fullscreen of the page is gone at the next start; place, size and fullscreen of the window are kept', async ({
  startDesk,
  folder,
}) => {
  const first = await startDesk({ userData: folder })
  const bounds = { x: 100, y: 80, width: 1000, height: 700 }
  await first.main.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to), bounds)
  await first.page.evaluate(() => {
    document.addEventListener('click', () => document.documentElement.requestFullscreen(), { once: true })
  })
  await first.page.mouse.click(5, 5)
  await expect.poll(() => isFullscreen(first)).toBe(true)
  await first.close()

  const second = await startDesk({ userData: folder })
  await expect.poll(() => isVisible(second)).toBe(true)
  await second.page.waitForTimeout(300) // longer than a window takes to become fullscreen
  expect(await stateOf(second)).toEqual({ bounds, fullscreen: false, visible: true })
  await second.main.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setFullScreen(true))
  await expect.poll(() => isFullscreen(second)).toBe(true)
  await second.close()

  const third = await startDesk({ userData: folder })
  await expect.poll(() => isFullscreen(third)).toBe(true)
})

test('a window of a display that is gone opens on the one that is left', async ({ startDesk, folder }) => {
  const second = { x: 1920, y: 0, width: 1920, height: 1080 }
  const before = await startDesk({ userData: folder, faults: { displays: [DISPLAY, second] } })
  await before.main.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 2500, y: 100, width: 1000, height: 700 }),
  )
  await before.close()
  const after = await startDesk({ userData: folder, faults: { displays: [DISPLAY] } })
  expect((await stateOf(after))?.bounds).toEqual({ x: 920, y: 100, width: 1000, height: 700 })
})

test('the window fits a small display, and may be as small as 640 × 400', async ({ startDesk }) => {
  const desk = await startDesk({ faults: { displays: [{ x: 0, y: 0, width: 911, height: 512 }] } })
  expect((await stateOf(desk))?.bounds).toEqual({ x: 0, y: 0, width: 911, height: 472 })
  await desk.main.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setBounds({ width: 1, height: 1 }))
  expect((await stateOf(desk))?.bounds).toMatchObject({ width: 640, height: 400 })
  await openSample(desk.page)
  const overflow = await desk.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBe(0)
})

test('Alt leaves the focus where it is, alone and as part of a chord', async ({ startDesk }) => {
  const desk = await startDesk()
  await openSample(desk.page)
  const { keyboard } = desk.page
  await keyboard.press('Alt')
  await keyboard.down('Alt')
  await keyboard.down('ArrowLeft') // the page takes it, so the menu bar never hears of it
  await keyboard.up('Alt')
  await keyboard.up('ArrowLeft')
  await desk.page.waitForTimeout(200)
  expect((await desk.recorded()).filter(({ what }) => what === 'menu-bar-focus')).toEqual([])
})

test('a page that ends is loaded again by itself once; then a dialog offers to reload or to quit', async ({
  startDesk,
}) => {
  const desk = await startDesk()
  await tellEvents(desk)
  const loads = await desk.main.evaluate(({ BrowserWindow }) => {
    const seen = { loads: 0 }
    Object.assign(globalThis, { seen })
    BrowserWindow.getAllWindows()[0]?.webContents.on('did-finish-load', () => void (seen.loads += 1))
    return seen.loads
  })
  const crash = () =>
    desk.main.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer())
  const loaded = () => desk.main.evaluate(() => (globalThis as unknown as { seen: { loads: number } }).seen.loads)
  const dialogs = async () => (await desk.recorded()).filter(({ what }) => what === 'showMessageBox')
  expect(loads).toBe(0)
  await crash()
  await expect.poll(loaded).toBe(1)
  expect(await dialogs()).toEqual([])
  await crash() // without an answer: as with Esc the page is reloaded
  await expect.poll(loaded).toBe(2)
  expect(await dialogs()).toMatchObject([{ options: { buttons: ['Reload', 'Quit'] } }])
  await desk.answer('showMessageBox', { response: 1 })
  await crash()
  expect(await desk.exited).toBe(0)
  expect(told(desk)).toEqual(ONE_END)
})

test('a page that does not load is no blank window either', async ({ startDesk }) => {
  const desk = await startDesk()
  await tellEvents(desk)
  await desk.answer('showMessageBox', { response: 1 })
  await desk.main.evaluate(({ BrowserWindow, protocol }) => {
    protocol.unhandle('app')
    protocol.handle('app', () => new Response(null, { status: 500 }))
    BrowserWindow.getAllWindows()[0]?.webContents.reload()
  })
  expect(await desk.exited).toBe(0)
})

test('a database that does not close ends the program all the same, and once', async ({ startDesk }) => {
  const desk = await startDesk()
  await tellEvents(desk)
  await desk.main.evaluate(() => {
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
    const close = DatabaseSync.prototype.close
    DatabaseSync.prototype.close = function closeOthers() {
      // The host has a database of its own, for the instance lock.
      if (!this.location()?.endsWith('lock.db')) throw new Error('database is locked')
      close.call(this)
    }
  })
  await desk.main.evaluate(({ app }) => app.quit())
  expect(await desk.exited).toBe(0)
  expect(told(desk)).toEqual(ONE_END)
})

test('opens no window without a host when started again while the program ends', async ({ startDesk }) => {
  const desk = await startDesk()
  await tellEvents(desk)
  await desk.main.evaluate(({ app }) => {
    app.on('browser-window-created', () => console.log('event: window'))
    app.on('will-quit', () => app.emit('second-instance', {}, []))
  })
  await desk.main.evaluate(({ app }) => app.quit())
  expect(await desk.exited).toBe(0)
  expect(told(desk)).toEqual(ONE_END)
})

test('the end of the session is a quit in order: on Windows, and where the system waits for the program', async ({
  startDesk,
}) => {
  const byWindows = await startDesk()
  await tellEvents(byWindows)
  await byWindows.main.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows()[0] as unknown as NodeJS.EventEmitter & { endSession?: () => void }
    // The host then ends the process as Windows does; under Electron only the events can be had.
    if (window.endSession) return window.endSession()
    for (const name of ['query-session-end', 'session-end']) window.emit(name, { preventDefault: () => {} })
  })
  expect(await byWindows.exited).toBe(0)
  expect(told(byWindows)).toEqual(ONE_END)

  const byLogind = await startDesk()
  await tellEvents(byLogind)
  await byLogind.main.evaluate(({ powerMonitor }) => {
    const event = { preventDefault: () => console.log('event: delayed') }
    powerMonitor.emit('shutdown', event)
  })
  expect(await byLogind.exited).toBe(0)
  expect(told(byLogind)).toEqual(['delayed', ...ONE_END])
})

test('menu commands are ignored while a modal dialog is open', async ({ startDesk }) => {
  const { main, page } = await startDesk()
  await openSample(page)
  const choose = (menu: string, item: string) =>
    main.evaluate(
      ({ Menu }, [menuLabel, itemLabel]) => {
        const found = Menu.getApplicationMenu()?.items.find(({ label }) => label === menuLabel)
        found?.submenu?.items.find(({ label }) => label === itemLabel)?.click()
      },
      [menu, item] as const,
    )
  await choose('File', 'Connect…')
  const dialog = page.getByRole('dialog')
  const address = dialog.getByLabel('Address of the service')
  await address.fill('https://half-typed.example')
  await choose('View', 'Command palette')
  await choose('File', 'Settings')
  // An event sent after the commands has arrived: so have they.
  await page.evaluate(() => window.desk.invoke('settings.set', { theme: 'dark' }))
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(dialog).toHaveCount(1)
  await expect(address).toHaveValue('https://half-typed.example')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('grid', { name: 'Sessions' })).toBeVisible()
  await choose('File', 'Settings')
  await expect(page.getByText('Renew links ahead of time')).toBeVisible()
})
