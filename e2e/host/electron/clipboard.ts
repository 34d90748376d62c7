import type { Session } from '../chromium/devtools-pipe.ts'
import { getHost, PAGE_ORIGIN } from '../state.ts'
import { record } from './recorded.ts'
import { permissionHandlers } from './session.ts'
import { isGranted } from './session-permissions.ts'
import { strict } from './strict.ts'

/** What main wrote last: all there is without a page. */
let written = ''

/** A page of ours that is open: its session, and its main frame. */
type Place = { cdp: Session; frameId: string }

/** Runs in an isolated world, so that the page's scripts cannot intercept it. */
const evaluate = async <T>({ cdp, frameId }: Place, expression: string): Promise<T> => {
  const { executionContextId: contextId } = await cdp.send('Page.createIsolatedWorld', { frameId })
  const options = { expression, contextId, awaitPromise: true, userGesture: true, returnByValue: true }
  const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', options)
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
  return result.value as T
}

/** Undefined when there is no page, or when it goes away meanwhile. */
const inPage = async <T>(run: (place: Place) => Promise<T>): Promise<T | undefined> => {
  const browser = await getHost().browser
  for (const { cdp, isClosed } of browser?.pages() ?? []) {
    try {
      const { frame } = (await cdp.send('Page.getFrameTree')).frameTree
      if (frame.url.startsWith(`${PAGE_ORIGIN}/`)) return await run({ cdp, frameId: frame.id })
    } catch (error) {
      if (isClosed() || getHost().isQuitting) return undefined
      throw error
    }
  }
  return undefined
}

const allowReading = ({ cdp }: Place, setting: 'granted' | 'denied') =>
  cdp.send('Browser.setPermission', { permission: { name: 'clipboard-read' }, setting, origin: PAGE_ORIGIN })

/** In Chromium only a page can read the clipboard: this one is allowed to for the moment of the read, whatever main permits. */
const readFromPage = async (place: Place): Promise<string> => {
  await allowReading(place, 'granted')
  try {
    return await evaluate<string>(place, 'navigator.clipboard.readText()')
  } finally {
    const allowed = isGranted(permissionHandlers(), {} as Electron.WebContents, 'clipboard-read')
    await allowReading(place, allowed ? 'granted' : 'denied')
  }
}

const writeText = async (text: string): Promise<void> => {
  written = text
  record('clipboard', { length: text.length }) // not the text: it may be a secret
  await inPage((place) => evaluate(place, `navigator.clipboard.writeText(${JSON.stringify(text)})`))
}

/** The browser's own clipboard, and so the person's where there is a desktop. */
export const clipboard = strict('clipboard', {
  readText: async (): Promise<string> => (await inPage(readFromPage)) ?? written,
  writeText,
  clear: (): void => {
    writeText('').catch((error: unknown) => console.error(`[host] The clipboard was not cleared: ${error}`))
  },
} satisfies Pick<Electron.Clipboard, 'readText' | 'writeText' | 'clear'>)
