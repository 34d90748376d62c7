import type { Session } from '../chromium/devtools-pipe.ts'
import type { RequestGate } from '../server/loopback-server.ts'
import { PAGE_ORIGIN, toAppUrl, toPageUrl } from '../state.ts'
import { makeCodec } from './clone-codec.ts'
import { type Frame, followFrames } from './frames.ts'
import { type HostMessage, type PageMessage, pageScript } from './page-script.ts'

export type Navigation = { url: string; isMainFrame: boolean; frame: Frame | null; isRedirect: boolean }

/** What the page does, told to the window that owns it. */
export type WireEvents = {
  invoke: (channel: string, args: unknown[], frame: Frame | null) => Promise<unknown>
  send: (channel: string, args: unknown[], frame: Frame | null) => void
  /** Answers whether the navigation may go on. */
  navigate: (navigation: Navigation) => boolean
  open: (url: string) => void
  /** Main's `webRequest` listener, for addresses that are not ours. */
  gate: RequestGate
  preloadError: (message: string) => void
  /** The page has entered or left its own fullscreen. */
  fullscreen: (entered: boolean) => void
  /** Alt was pressed and released alone, and the page left it alone. */
  menuKey: () => void
  domReady: () => void
  loaded: () => void
}

export type WireOptions = {
  names: { binding: string; dispatch: string }
  preload: { path: string; source: string } | null
  versions: Record<string, string>
}

export type Wire = {
  mainFrame: Frame
  mainFrameId: string
  /** Main's own loading: no will-navigate. Rejects with Chromium's error name. */
  load: (url: string) => Promise<void>
  push: (channel: string, args: unknown[]) => void
}

/** Addresses that a page could reach although no host name resolves: numbers and TLS. Media of ours are never paused. */
const FOREIGN_PATTERNS = [
  'https://*',
  'http://localhost*',
  'http://[[]*',
  ...[...'0123456789'].map((d) => `http://${d}*`),
]

/** Characters. Chromium evaluates one text of millions at half the speed of its parts, and in one task of the page. */
const PART_LENGTH = 128 * 1024

const codec = makeCodec()

/** Chromium's numbers of what may happen to a load here; any other failure has the general one. */
const ERROR_CODES: Record<string, number> = {
  ERR_ABORTED: -3,
  ERR_CONNECTION_REFUSED: -102,
  ERR_NAME_NOT_RESOLVED: -105,
}

/** What Electron rejects with, and what `did-fail-load` tells. */
export class LoadError extends Error {
  readonly description: string
  readonly errno: number
  constructor(errorText: string, url: string) {
    const description = errorText.replace(/^net::/, '')
    const errno = ERROR_CODES[description] ?? -2
    super(`${description} (${errno}) loading '${url}'`)
    this.description = description
    this.errno = errno
  }
}

/**
 * Joins one page with its window: IPC over a CDP binding, the preload in each new document, navigation checks.
 * Must be called while the page is at the empty document, so that the first real one already has everything.
 */
export const wirePage = async (cdp: Session, options: WireOptions, events: WireEvents): Promise<Wire> => {
  const contexts = new Map<number, { frameId: string; isMainWorld: boolean }>()
  cdp.on('Runtime.executionContextCreated', ({ context }) => {
    const { frameId, isDefault } = (context.auxData ?? {}) as { frameId?: string; isDefault?: boolean }
    contexts.set(context.id, { frameId: frameId ?? '', isMainWorld: isDefault === true })
  })
  cdp.on('Runtime.executionContextDestroyed', ({ executionContextId }) => contexts.delete(executionContextId))
  cdp.on('Runtime.executionContextsCleared', () => contexts.clear())
  const [frames] = await Promise.all([followFrames(cdp), cdp.send('Runtime.enable')])

  const { binding, dispatch } = options.names
  const evaluate = (message: HostMessage, contextId: number): void => {
    const expression = `globalThis[${JSON.stringify(dispatch)}]?.(${JSON.stringify(message)})`
    void cdp.send('Runtime.evaluate', { expression, contextId }).catch(() => {}) // the document is gone by now
  }
  const deliver = (message: HostMessage, contextId: number): void => {
    const { body } = message
    let from = 0
    for (; body.length - from > PART_LENGTH; from += PART_LENGTH)
      evaluate({ kind: 'part', body: body.slice(from, from + PART_LENGTH) }, contextId)
    evaluate({ ...message, body: body.slice(from) }, contextId)
  }
  const answer = async (message: Extract<PageMessage, { kind: 'invoke' }>, frame: Frame | null, contextId: number) => {
    const { id, channel } = message
    try {
      const value = await events.invoke(channel, codec.decode(message.args) as unknown[], frame)
      deliver({ kind: 'reply', id, body: codec.encode(value) }, contextId)
    } catch (error) {
      console.error(`Error occurred in handler for '${channel}':`, error)
      deliver({ kind: 'failure', id, body: `Error invoking remote method '${channel}': ${error}` }, contextId)
    }
  }
  cdp.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
    if (name !== binding) return
    const message = JSON.parse(payload) as PageMessage
    const frame = frames.get(contexts.get(executionContextId)?.frameId ?? '')
    if (message.kind === 'invoke') void answer(message, frame, executionContextId)
    else if (message.kind === 'send') events.send(message.channel, codec.decode(message.args) as unknown[], frame)
    else if (message.kind === 'open') events.open(toAppUrl(message.url))
    else if (message.kind === 'fullscreen') events.fullscreen(message.entered)
    else if (message.kind === 'menu-key') events.menuKey()
    else events.preloadError(message.message)
  })
  const inEachDocument = async (): Promise<void> => {
    await cdp.send('Runtime.addBinding', { name: binding })
    if (!options.preload) return
    const { path, source } = options.preload
    const settings = { binding, dispatch, preloadPath: path, versions: options.versions, platform: process.platform }
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript(settings, source) })
  }

  let loadingByMain: string | null = null
  const isOurs = (url: string): boolean => url === PAGE_ORIGIN || url.startsWith(`${PAGE_ORIGIN}/`)
  cdp.on('Fetch.requestPaused', async ({ requestId, request, frameId, resourceType, redirectedRequestId }) => {
    const url = toAppUrl(request.url)
    let allowed = true
    if (resourceType === 'Document') {
      const isMainFrame = frameId === frames.mainId
      if (isMainFrame && url === loadingByMain) loadingByMain = null
      else {
        const isRedirect = redirectedRequestId !== undefined
        allowed = events.navigate({ url, isMainFrame, frame: frames.get(frameId), isRedirect })
      }
    }
    if (allowed && !isOurs(request.url)) {
      const kind = resourceType === 'Document' ? 'mainFrame' : resourceType.toLowerCase()
      allowed = !(await events.gate({ url, method: request.method, resourceType: kind }))
    }
    const reply = allowed
      ? cdp.send('Fetch.continueRequest', { requestId })
      : cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
    await reply.catch(() => {})
  })
  const patterns = [
    { resourceType: 'Document' as const, requestStage: 'Request' as const },
    ...FOREIGN_PATTERNS.map((urlPattern) => ({ urlPattern, requestStage: 'Request' as const })),
  ]
  await Promise.all([inEachDocument(), cdp.send('Fetch.enable', { patterns })])

  cdp.on('Page.windowOpen', ({ url }) => events.open(toAppUrl(url)))
  cdp.on('Page.domContentEventFired', () => events.domReady())
  cdp.on('Page.loadEventFired', () => events.loaded())

  return {
    mainFrame: frames.main,
    mainFrameId: frames.mainId,
    load: async (url) => {
      loadingByMain = url
      const loaded = new Promise<void>((resolve) => cdp.once('Page.loadEventFired', () => resolve()))
      const { errorText } = await cdp.send('Page.navigate', { url: toPageUrl(url) })
      if (errorText) throw new LoadError(errorText, url)
      await loaded
      await cdp.send('Page.resetNavigationHistory').catch(() => {}) // going back must not reach the empty document
    },
    push: (channel, args) => {
      const message: HostMessage = { kind: 'push', channel, body: codec.encode(args) }
      for (const [contextId, context] of contexts) {
        if (context.isMainWorld && context.frameId === frames.mainId) deliver(message, contextId)
      }
    },
  }
}
