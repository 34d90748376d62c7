import { spawn } from 'node:child_process'
import { appWindowArgs } from './chromium-args.ts'
import type { DevtoolsPipe, Session } from './devtools-pipe.ts'
import type { FoundChromium } from './find-chromium.ts'

/** One page of Chromium. */
export type HostPage = {
  cdp: Session
  /** Resolves when it is closed: by us, by the person, or because Chromium ended. */
  closed: Promise<void>
  isClosed: () => boolean
  close: () => Promise<void>
}

type Pages = {
  open: () => HostPage[]
  create: () => Promise<HostPage>
}

/** Every page that Chromium opens comes to us before its first request: those a window asked for stay, no others. */
export const followPages = async (
  pipe: DevtoolsPipe,
  { found, headed, profileFolder }: { found: FoundChromium; headed: boolean; profileFolder: string },
): Promise<Pages> => {
  const { browser } = pipe
  const pages = new Map<string, { page: HostPage; gone: () => void }>()
  const wanted: ((page: HostPage) => void)[] = []
  const wait = (): Promise<HostPage> => new Promise((resolve) => wanted.push(resolve))

  const adopt = async (sessionId: string, targetId: string, take: (page: HostPage) => void): Promise<void> => {
    const cdp = pipe.session(sessionId)
    const gone = Promise.withResolvers<void>()
    const closed = Promise.race([gone.promise, pipe.closed])
    const page: HostPage = {
      cdp,
      closed,
      isClosed: () => !pages.has(sessionId),
      close: async () => {
        await browser.send('Target.closeTarget', { targetId })
        await closed
      },
    }
    pages.set(sessionId, { page, gone: gone.resolve })
    // A dialog of the page would hold it for ever where nobody sees it; leaving it is never refused.
    cdp.on('Page.javascriptDialogOpening', ({ type }) => {
      cdp.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }).catch(() => {})
    })
    await Promise.all([
      cdp.send('Page.enable'),
      cdp.send('Emulation.setFocusEmulationEnabled', { enabled: true }), // as if each window had the focus
      cdp.send('Runtime.runIfWaitingForDebugger'),
    ])
    take(page)
  }

  browser.on('Target.attachedToTarget', ({ sessionId, targetInfo: { targetId } }) => {
    const take = wanted.shift()
    if (take)
      void adopt(sessionId, targetId, take).catch(() => {}) // it was closed meanwhile
    // A popup: Electron would not have opened it.
    else browser.send('Target.closeTarget', { targetId }).catch(() => {})
  })
  browser.on('Target.detachedFromTarget', ({ sessionId }) => {
    const known = pages.get(sessionId)
    pages.delete(sessionId)
    known?.gone()
  })
  void pipe.closed.then(() => pages.clear())

  let first: Promise<HostPage> | null = wait()
  await browser.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'page' }],
  })

  const create = async (): Promise<HostPage> => {
    if (first) {
      const page = first
      first = null
      return page
    }
    const arriving = wait()
    // A second app window: the same program and profile hand the wish to the running browser.
    if (headed) spawn(found.path, appWindowArgs(profileFolder), { stdio: 'ignore' }).on('error', () => {})
    else await browser.send('Target.createTarget', { url: 'about:blank' })
    return arriving
  }
  return { open: () => [...pages.values()].map(({ page }) => page), create }
}
