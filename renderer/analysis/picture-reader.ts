import { CanvasSink } from 'mediabunny'
import { openVideo, startOf } from './decode-recording.ts'
import type { PictureRequest } from './messages.ts'

const QUALITY = 0.8

type Opened = { sink: CanvasSink; startS: number; firstS: number; dispose: () => void }

const open = async ({ url, width }: PictureRequest): Promise<Opened> => {
  const { input, track } = await openVideo(url)
  try {
    const [startS, firstS] = [await startOf(input, track), await track.getFirstTimestamp()]
    return { sink: new CanvasSink(track, { width, poolSize: 1 }), startS, firstS, dispose: () => input.dispose() }
  } catch (error) {
    input.dispose()
    throw error
  }
}

/** Reads single pictures of a recording, which stays open for the next; null: there is none. Never rejects. */
export const createPictureReader = (): ((request: PictureRequest) => Promise<Blob | null>) => {
  let known: { url: string; width: number; opened: Promise<Opened> } | null = null
  return async (request) => {
    if (known?.url !== request.url || known.width !== request.width) {
      void known?.opened.then(({ dispose }) => dispose()).catch(() => {})
      known = { url: request.url, width: request.width, opened: open(request) }
    }
    try {
      const { sink, startS, firstS } = await known.opened
      const shown = await sink.getCanvas(Math.max(firstS, startS + request.atMs / 1_000))
      const canvas = shown?.canvas
      return canvas instanceof OffscreenCanvas
        ? await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY })
        : null
    } catch {
      known = null // what could not be read may be readable once links are renewed
      return null
    }
  }
}
