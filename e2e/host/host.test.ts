import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Desk, launchDesk } from './drive/drive.ts'

const MAIN = fileURLToPath(new URL('./fixtures/main.mjs', import.meta.url))

type Item = { title: string; at?: Date; tags?: Set<string>; bytes?: Uint8Array }
/** What the fixture's preload shows. */
type FixtureBridge = {
  list: () => Promise<Item[]>
  echo: (...args: unknown[]) => Promise<unknown[]>
  first: <T>(value: T) => Promise<T>
  fail: () => Promise<void>
  save: () => Promise<{ canceled: boolean; filePath: string }>
  notify: () => Promise<void>
  open: () => Promise<void>
  push: () => void
}
type Seen = {
  requests: string[]
  open: number
  cancelled: number
  senders: { origin: string; url: string; isTop: boolean }[]
  second: string[]
  navigations: string[]
}
declare global {
  var bridge: FixtureBridge
  var fixture: Seen
}

/** The machine may be busy: what must come may take its time. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 20_000 })
const seen = (desk: Desk): Promise<Seen> => desk.main.evaluate(() => globalThis.fixture)
const whatHappened = async (desk: Desk, what: string) => (await desk.recorded()).filter((entry) => entry.what === what)

describe('the fixture program in the host', () => {
  vi.setConfig({ testTimeout: 60_000 })
  let desk: Desk
  beforeAll(async () => {
    desk = await launchDesk({ main: MAIN, args: ['--demo'] })
  }, 120_000)
  afterAll(() => desk?.close())

  test('the list comes through the preload, from a sender main can trust', async () => {
    await soon(() => desk.page.locator('li').allTextContents()).toEqual(['Morning', 'Evening'])
    expect((await seen(desk)).senders[0]).toEqual({ origin: 'app://desk', url: 'app://desk/', isTop: true })
  })

  test('values keep their kind in both directions', async () => {
    const kinds = await desk.page.evaluate(async () => {
      const [first] = await bridge.list()
      const [back] = await bridge.echo({ when: new Date(3), pattern: /a/g, bytes: new Uint8Array(300_000).fill(7) })
      const { when, pattern, bytes } = back as { when: Date; pattern: RegExp; bytes: Uint8Array }
      return [
        first?.at instanceof Date,
        first?.tags instanceof Set,
        first?.bytes?.[1] === 2,
        when.getTime() === 3,
        pattern.flags === 'g',
        bytes.length === 300_000 && bytes[299_999] === 7,
      ]
    })
    expect(kinds).toEqual([true, true, true, true, true, true])
  })

  test('what is delivered in parts arrives whole and apart, also where a border parts a pair', async () => {
    const same = await desk.page.evaluate(async () => {
      const long = `x${'\u{1f600}'.repeat(200_000)}`
      const [text, inside, short] = await Promise.all([bridge.first(long), bridge.echo(long, long), bridge.first('t')])
      return [text === long, inside.length === 2 && inside.every((one) => one === long), short === 't']
    })
    expect(same).toEqual([true, true, true])
  })

  test('errors have the words Electron gives them', async () => {
    const messageOf = (call: 'fail' | 'function') =>
      desk.page.evaluate(
        (kind) =>
          (kind === 'fail' ? bridge.fail() : bridge.echo(() => 1)).then(String, (error: Error) => error.message),
        call,
      )
    expect(await messageOf('fail')).toBe("Error invoking remote method 'fail': TypeError: boom")
    expect(await messageOf('function')).toContain('could not be cloned')
  })

  test('the page sees the bridge frozen, and nothing of the wire', async () => {
    const state = await desk.page.evaluate(() => ({
      isFrozen: Object.isFrozen(bridge),
      names: Object.keys(globalThis).filter((name) => name.startsWith('__desk')),
      cookie: document.cookie,
      isSecure: isSecureContext,
    }))
    expect(state).toEqual({ isFrozen: true, names: [], cookie: '', isSecure: true })
  })

  test('a frame has no bridge', async () => {
    const kind = await desk.page.evaluate(() => {
      const frame = document.body.appendChild(document.createElement('iframe'))
      return typeof (frame.contentWindow as unknown as Record<string, unknown>).bridge
    })
    expect(kind).toBe('undefined')
  })

  test('main can be asked as a foreign frame, and refuses', async () => {
    const asked = desk.main.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      const contents = window?.webContents as unknown as { invokeAs: (...args: unknown[]) => Promise<unknown> }
      return contents.invokeAs({ origin: 'https://example.com', url: 'https://example.com/', parent: null }, 'list', [])
    })
    await expect(asked).rejects.toThrow('untrusted')
  })

  test('main pushes, also after a reload', async () => {
    for (const _round of ['first', 'after reload']) {
      await desk.page.evaluate(() => bridge.push())
      await soon(() => desk.page.textContent('#push')).toContain('"n":7')
      await desk.page.reload()
      await soon(() => desk.page.locator('li').count()).toBe(2)
    }
  })

  test('requests reach the handler as Electron shapes them', async () => {
    const echo = await desk.page.evaluate(async () => {
      await cookieStore.set('own', '1')
      return (await fetch('/echo?q=1', { method: 'POST', body: 'hi' })).json()
    })
    expect(echo).toEqual({
      method: 'POST',
      body: 'hi',
      url: 'app://desk/echo?q=1',
      origin: 'app://desk',
      cookie: null, // the network service adds it, and a request of a custom scheme does not pass there
      initiator: 'app://desk',
    })
  })

  test('a stream that the page drops is cancelled', async () => {
    const before = (await seen(desk)).cancelled
    await desk.page.evaluate(async () => {
      const controller = new AbortController()
      const answer = await fetch('/endless', { signal: controller.signal })
      await answer.body?.getReader().read()
      controller.abort()
    })
    await soon(async () => (await seen(desk)).cancelled).toBe(before + 1)
    expect((await seen(desk)).open).toBe(0)
  })

  test('outsiders get 403: another Host, no cookie', async () => {
    const status = (headers: Record<string, string>) =>
      new Promise((resolve, reject) => {
        const options = { host: '127.0.0.1', port: desk.port, path: '/outsider', headers }
        request(options, (answer) => resolve(answer.resume().statusCode))
          .on('error', reject)
          .end()
      })
    expect(await status({})).toBe(403)
    expect(await status({ host: 'desk.localhost' })).toBe(403)
    expect(await desk.refused()).toEqual(['host /outsider', 'cookie /outsider'])
    expect((await seen(desk)).requests).not.toContain('/outsider')
  })

  test('windows and navigations are main to decide', async () => {
    expect(await desk.page.evaluate(() => window.open('https://example.com/popup'))).toBeNull()
    await desk.page.click('#blank')
    await soon(async () => (await whatHappened(desk, 'openExternal')).map(({ url }) => url)).toEqual([
      'https://example.com/popup',
      'https://example.com/blank',
    ])
    await desk.page.click('#out')
    await soon(async () => (await seen(desk)).navigations).toContain('will-navigate https://example.com/out')
    await desk.page.evaluate(() => {
      location.href = '/redirect'
    })
    await soon(async () => (await seen(desk)).navigations).toContain('will-redirect https://example.com/redirected')
    expect(desk.page.url()).toBe('http://desk.localhost/')
    await soon(async () => desk.context.pages().length).toBe(1) // a stray page is closed a moment after it opened
    expect(await desk.page.evaluate(async () => (await bridge.list()).length)).toBe(2)
  })

  test("main's webRequest listener stops what CSP lets through", async () => {
    let hits = 0
    const outside = createServer((_incoming, outgoing) => {
      hits += 1
      outgoing.setHeader('access-control-allow-origin', '*').end('outside')
    })
    await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
    const { port } = outside.address() as AddressInfo
    const answer = await desk.page.evaluate(
      (url) => fetch(url).then((response) => response.text(), String),
      `http://127.0.0.1:${port}/`,
    )
    outside.close()
    expect(answer).toContain('Failed to fetch')
    expect(hits).toBe(0)
  })

  test('permissions follow the handlers of main', async () => {
    const states = await desk.page.evaluate(async () => {
      const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'clipboard-write']
      const found = await Promise.all(
        names.map((name) => navigator.permissions.query({ name: name as PermissionName })),
      )
      return Object.fromEntries(names.map((name, at) => [name, found[at]?.state]))
    })
    expect(states).toEqual({
      geolocation: 'denied',
      notifications: 'denied',
      camera: 'denied',
      microphone: 'denied',
      'clipboard-read': 'denied',
      'clipboard-write': 'granted',
    })
  })

  test('dialogs are answered by the test, notifications are recorded', async () => {
    expect(await desk.page.evaluate(() => bridge.save())).toEqual({ canceled: true, filePath: '' })
    await desk.answer('showSaveDialog', { canceled: false, filePath: '/somewhere/a.png' })
    expect((await desk.page.evaluate(() => bridge.save())).filePath).toBe('/somewhere/a.png')
    await desk.page.evaluate(() => bridge.notify())
    expect(await whatHappened(desk, 'notification')).toEqual([{ what: 'notification', title: 'Title', body: 'Body' }])
  })

  test("the clipboard is the browser's own: main reads what a page copied, a page pastes what main wrote", async () => {
    const { page, main } = desk
    await page.evaluate(() => navigator.clipboard.writeText('from the page'))
    expect(await main.evaluate(({ clipboard }) => clipboard.readText())).toBe('from the page')
    await main.evaluate(({ clipboard }) => clipboard.writeText('from main: żółć "🍪"'))
    const paste = async () => {
      await page.evaluate(() => {
        document.querySelector('textarea')?.remove()
        document.body.append(document.createElement('textarea'))
        document.querySelector('textarea')?.focus()
      })
      await page.keyboard.press('ControlOrMeta+V')
      return page.locator('textarea').inputValue()
    }
    expect(await paste()).toBe('from main: żółć "🍪"')
    await main.evaluate(({ clipboard }) => clipboard.clear())
    await soon(() => main.evaluate(({ clipboard }) => clipboard.readText())).toBe('')
    expect(await paste()).toBe('')
    const mayRead = await page.evaluate(
      async () => (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state,
    )
    expect(mayRead).toBe('denied')
    expect(JSON.stringify(await desk.recorded())).not.toContain('from main')
  })

  test("main's theme is the page's", async () => {
    const isDark = () => desk.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
    await soon(isDark).toBe(true)
    await desk.main.evaluate(({ nativeTheme }) => {
      nativeTheme.themeSource = 'light'
    })
    await soon(isDark).toBe(false)
  })

  test('arguments and unknown names are as main expects', async () => {
    const { argv, hasDemo, unknown } = await desk.main.evaluate((electron) => {
      let message = ''
      try {
        void electron.app.getGPUInfo('basic')
      } catch (error) {
        message = String(error)
      }
      return { argv: process.argv.at(-1), hasDemo: electron.app.commandLine.hasSwitch('demo'), unknown: message }
    })
    expect(argv).toBe('--demo')
    expect(hasDemo).toBe(true)
    expect(unknown).toContain('The Chromium host has no app.getGPUInfo')
  })

  test('a second start hands over its arguments and ends', async () => {
    expect(await desk.startAgain(['replaydesk://session/1'])).toBe(0)
    await soon(async () => (await seen(desk)).second).toEqual(['replaydesk://session/1'])
  })

  test('a second window has its own bridge', async () => {
    const [second] = await Promise.all([desk.context.waitForEvent('page'), desk.page.evaluate(() => bridge.open())])
    await soon(() => second.locator('li').count()).toBe(2)
    const count = () => desk.main.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
    expect(await count()).toBe(2)
    await second.evaluate(() => bridge.push())
    await soon(() => second.textContent('#push')).toContain('"n":7')
    await second.close()
    await soon(count).toBe(1)
  })

  test('a page that crashed is reported, and comes back when main reloads it', async () => {
    const [second] = await Promise.all([desk.context.waitForEvent('page'), desk.page.evaluate(() => bridge.open())])
    await soon(() => second.locator('li').count()).toBe(2)
    const before = (await seen(desk)).senders.length
    await desk.main.evaluate(({ BrowserWindow }) => {
      const window = BrowserWindow.getAllWindows().at(-1)
      window?.webContents.once('render-process-gone', (_event, { reason }) => {
        globalThis.fixture.navigations.push(`gone: ${reason}`)
        window.webContents.reload()
      })
    })
    const cdp = await desk.context.newCDPSession(second)
    void cdp.send('Page.crash').catch(() => {})
    await soon(async () => (await seen(desk)).senders.length).toBe(before + 1)
    expect((await seen(desk)).navigations).toContain('gone: crashed')
    await desk.main.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().at(-1)?.close())
    await soon(() => desk.main.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  })

  test('a window has one name and one life, and one that refuses to close takes the quit back', async () => {
    const said = await desk.main.evaluate(async ({ app, BrowserWindow }) => {
      const lines: string[] = []
      const attempt = (act: () => unknown): void => {
        try {
          lines.push(String(act()))
        } catch (error) {
          lines.push(String(error))
        }
      }
      const window = new BrowserWindow({ name: 'second', show: false, minWidth: 300, minHeight: 200 })
      attempt(() => new BrowserWindow({ name: 'second' }))
      window.setBounds({ width: 10, height: 10 })
      attempt(() => `${window.getBounds().width} × ${window.getBounds().height}`)
      window.setFullScreen(true)
      attempt(() => window.isFullScreen()) // a moment later, as on Linux and macOS
      await new Promise<void>((resolve) => window.once('enter-full-screen', () => resolve()))
      attempt(() => window.isFullScreen())

      const onWillQuit = () => lines.push('will-quit')
      app.on('will-quit', onWillQuit)
      const others = BrowserWindow.getAllWindows().filter(({ id }) => id !== window.id)
      const refuse = (event: { preventDefault: () => void }) => event.preventDefault()
      for (const one of [window, ...others]) one.on('close', refuse)
      app.quit()
      for (const one of [window, ...others]) one.off('close', refuse)
      app.off('will-quit', onWillQuit)

      const { webContents } = window
      const closed = new Promise<void>((resolve) => window.once('closed', () => resolve()))
      window.close()
      await closed
      attempt(() => window.isDestroyed())
      attempt(() => window.show())
      attempt(() => webContents.send('late'))
      return lines
    })
    expect(said).toEqual([
      "TypeError: Window name 'second' is already in use. Window names must be unique.",
      '300 × 200',
      'false',
      'true',
      'true',
      'TypeError: Object has been destroyed',
      'TypeError: Object has been destroyed',
    ])
  })

  test('closing the last window quits in order', async () => {
    await desk.page.close()
    expect(await desk.exited).toBe(0)
    expect(desk.stdout()).toContain('fixture will quit')
  })
})
