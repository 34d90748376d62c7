import { EventEmitter } from 'node:events'
import type { App, Session } from 'electron'
import { expect, test } from 'vitest'
import { windowOptions } from '../window/window-options.ts'
import { isSafeExternalUrl, restrictNavigation } from './navigation-guard.ts'
import { isAllowedPermission, restrictPermissions } from './page-permissions.ts'

test('the window is sandboxed, isolated and without Node, as a whole value', () => {
  const workArea = { width: 1920, height: 1040 }
  expect(windowOptions({ preload: '/preload.cjs', dark: true, workArea }).webPreferences).toEqual({
    preload: '/preload.cjs',
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    backgroundThrottling: false,
    spellcheck: false,
  })
})

test('grants two permissions to our page and none to any other', () => {
  expect(isAllowedPermission('fullscreen', 'app://desk/')).toBe(true)
  expect(isAllowedPermission('clipboard-sanitized-write', 'app://desk/')).toBe(true)
  expect(isAllowedPermission('fullscreen', 'https://evil.example/')).toBe(false)
  for (const name of [
    'media',
    'geolocation',
    'notifications',
    'clipboard-read',
    'openExternal',
    'hid',
    'constructor',
    '__proto__',
  ]) {
    expect(isAllowedPermission(name, 'app://desk/')).toBe(false)
  }
})

test('request, check and device handlers are all set', () => {
  const set: Record<string, (...args: never[]) => unknown> = {}
  const session = new Proxy(
    {},
    { get: (_, key: string) => (handler: () => unknown) => void (set[key] = handler) },
  ) as Session
  restrictPermissions(session)
  let granted: boolean | null = null
  set.setPermissionRequestHandler?.(
    null as never,
    'media' as never,
    ((yes: boolean) => void (granted = yes)) as never,
    { requestingUrl: 'app://desk/' } as never,
  )
  expect(granted).toBe(false)
  expect(set.setPermissionCheckHandler?.(null as never, 'fullscreen' as never, 'app://desk' as never)).toBe(true)
  expect(set.setPermissionCheckHandler?.(null as never, 'fullscreen' as never, 'https://x' as never)).toBe(false)
  expect(set.setDevicePermissionHandler?.()).toBe(false)
})

test.each([
  'http://x/',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'https://example.com/',
  'https://user:pw@example.com/',
  'nonsense',
])('%s is not opened outside', (url) => expect(isSafeExternalUrl(url)).toBe(false))

test('foreign navigation, redirects, frames, webviews and windows are refused for every window', () => {
  const app = new EventEmitter()
  const opened: string[] = []
  restrictNavigation(app as unknown as App, async (url) => void opened.push(url))
  let openHandler: ((details: { url: string }) => { action: string }) | undefined
  const contents = Object.assign(new EventEmitter(), {
    setWindowOpenHandler: (handler: typeof openHandler) => void (openHandler = handler),
  })
  app.emit('web-contents-created', {}, contents)
  const refused = (event: string, url: string): boolean => {
    let prevented = false
    contents.emit(event, { url, preventDefault: () => void (prevented = true) })
    return prevented
  }
  for (const event of ['will-navigate', 'will-redirect', 'will-frame-navigate']) {
    expect(refused(event, 'https://evil.example/')).toBe(true)
    expect(refused(event, 'app://desk/')).toBe(false)
  }
  expect(refused('will-attach-webview', 'app://desk/')).toBe(true)
  expect(openHandler?.({ url: 'https://evil.example/' })).toEqual({ action: 'deny' })
  expect(opened).toEqual([])
})
