import type { Session } from '../chromium/devtools-pipe.ts'
import { APP_ORIGIN, PAGE_ORIGIN, toAppUrl } from '../state.ts'

/** What Electron's WebFrameMain reports of a frame, as far as main may ask. */
export type Frame = {
  readonly url: string
  readonly origin: string
  readonly parent: Frame | null
  readonly top: Frame
  readonly frameTreeNodeId: number
  readonly detached: boolean
  isDestroyed: () => boolean
}

export type Frames = {
  main: Frame
  mainId: string
  /** The same object for the same frame, as long as it lives. */
  get: (frameId: string) => Frame | null
}

type Known = { frame: Frame; url: string; origin: string; gone: boolean }
type TreeFrame = { id: string; parentId?: string; url: string; urlFragment?: string; securityOrigin?: string }
type Tree = { frame: TreeFrame; childFrames?: Tree[] }

const toAppOrigin = (origin: string | undefined): string =>
  origin === PAGE_ORIGIN ? APP_ORIGIN : origin === '://' || !origin ? 'null' : origin

/** Follows the frames of one page over CDP. `Page` must be enabled. */
export const followFrames = async (cdp: Session): Promise<Frames> => {
  const frames = new Map<string, Known>()
  let count = 0

  const add = ({ id, parentId, url: path, urlFragment = '', securityOrigin }: TreeFrame): void => {
    const known = frames.get(id)
    const url = path + urlFragment
    if (known) {
      known.url = toAppUrl(url)
      known.origin = toAppOrigin(securityOrigin)
      return
    }
    count += 1
    const frameTreeNodeId = count
    const parent = parentId === undefined ? null : (frames.get(parentId)?.frame ?? null)
    const entry: Known = {
      url: toAppUrl(url),
      origin: toAppOrigin(securityOrigin),
      gone: false,
      frame: {
        get url() {
          return entry.url
        },
        get origin() {
          return entry.origin
        },
        parent,
        get top() {
          return parent ? parent.top : entry.frame
        },
        frameTreeNodeId,
        get detached() {
          return entry.gone
        },
        isDestroyed: () => entry.gone,
      },
    }
    frames.set(id, entry)
  }
  const addTree = (tree: Tree): void => {
    add(tree.frame)
    for (const child of tree.childFrames ?? []) addTree(child)
  }

  cdp.on('Page.frameAttached', ({ frameId, parentFrameId }) =>
    add({ id: frameId, parentId: parentFrameId, url: '', securityOrigin: '' }),
  )
  cdp.on('Page.frameNavigated', ({ frame }) => add(frame))
  cdp.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
    const known = frames.get(frameId)
    if (known) known.url = toAppUrl(url)
  })
  cdp.on('Page.frameDetached', ({ frameId, reason }) => {
    const known = frames.get(frameId)
    if (!known || reason === 'swap') return
    known.gone = true
    frames.delete(frameId)
  })

  const { frameTree } = await cdp.send('Page.getFrameTree')
  addTree(frameTree)
  const mainId = frameTree.frame.id
  const main = frames.get(mainId)
  if (!main) throw new Error('The page has no main frame.')
  return { main: main.frame, mainId, get: (frameId) => frames.get(frameId)?.frame ?? null }
}
