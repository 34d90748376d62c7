import type { CDPSession, Page } from 'playwright-core'
import { getHost, PAGE_ORIGIN } from '../state.ts'
import { record } from './recorded.ts'
import { permissionHandlers } from './session.ts'
import { isGranted } from './session-permissions.ts'
import { strict } from './strict.ts'

/** What main wrote last: all there is without a page. */
let written = ''

/** Kept as long as its page: Chromium takes back every permission that a session set when that session ends. */
const sessions = new WeakMap<Page, Promise<CDPSession>>()
const sessionOf = (page: Page): Promise<CDPSession> => {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  return session
}

/** Runs in an isolated world, so that the page's scripts cannot intercept it. */
const evaluate = async <T>(cdp: CDPSession, expression: string): Promise<T> => {
  const { frameTree } = await cdp.send('Page.getFrameTree')
  const { executionContextId: contextId } = await cdp.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id })
  const options = { expression, contextId, awaitPromise: true, userGesture: true, returnByValue: true }
  const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', options)
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
  return result.value as T
}

/** Undefined when there is no page, or when it goes away meanwhile. */
const inPage = async <T>(run: (cdp: CDPSession) => Promise<T>): Promise<T | undefined> => {
  const pages: Page[] = getHost().browser?.context.pages() ?? []
  const page = pages.find((one) => !one.isClosed() && one.url().startsWith(`${PAGE_ORIGIN}/`))
  if (!page) return undefined
  try {
    return await run(await sessionOf(page))
  } catch (error) {
    if (page.isClosed() || getHost().isQuitting) return undefined
    throw error
  }
}

const allowReading = (cdp: CDPSession, setting: 'granted' | 'denied') =>
  cdp.send('Browser.setPermission', { permission: { name: 'clipboard-read' }, setting, origin: PAGE_ORIGIN })

/** In Chromium only a page can read the clipboard: this one is allowed to for the moment of the read, whatever main permits. */
const readFromPage = async (cdp: CDPSession): Promise<string> => {
  await allowReading(cdp, 'granted')
  try {
    return await evaluate<string>(cdp, 'navigator.clipboard.readText()')
  } finally {
    const allowed = isGranted(permissionHandlers(), {} as Electron.WebContents, 'clipboard-read')
    await allowReading(cdp, allowed ? 'granted' : 'denied')
  }
}

const writeText = async (text: string): Promise<void> => {
  written = text
  record('clipboard', { length: text.length }) // not the text: it may be a secret
  await inPage((cdp) => evaluate(cdp, `navigator.clipboard.writeText(${JSON.stringify(text)})`))
}

/** The browser's own clipboard, and so the person's where there is a desktop. */
export const clipboard = strict('clipboard', {
  readText: async (): Promise<string> => (await inPage(readFromPage)) ?? written,
  writeText,
  clear: (): void => {
    writeText('').catch((error: unknown) => console.error(`[host] The clipboard was not cleared: ${error}`))
  },
} satisfies Pick<Electron.Clipboard, 'readText' | 'writeText' | 'clear'>)
