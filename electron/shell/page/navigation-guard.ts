import type { App } from 'electron'
import { isOurUrl } from './origin.ts'

/** Pages of the product that may be opened in the person's browser: none yet, so nothing leaves the program. */
const EXTERNAL_HOSTS = new Set<string>()

export const isSafeExternalUrl = (text: string): boolean => {
  try {
    const url = new URL(text)
    return url.protocol === 'https:' && EXTERNAL_HOSTS.has(url.host) && url.username === '' && url.password === ''
  } catch {
    return false
  }
}

/** App-wide, so that no window can be forgotten: no foreign navigation, no new window, no webview. */
export const restrictNavigation = (app: App, openExternal: (url: string) => Promise<void>): void => {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => {
      if (!isOurUrl(event.url)) event.preventDefault()
    })
    contents.on('will-redirect', (event) => {
      if (!isOurUrl(event.url)) event.preventDefault()
    })
    contents.on('will-frame-navigate', (event) => {
      if (!isOurUrl(event.url)) event.preventDefault()
    })
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(({ url }) => {
      if (isSafeExternalUrl(url)) void openExternal(new URL(url).href)
      return { action: 'deny' }
    })
  })
}
