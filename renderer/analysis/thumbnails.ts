import { CanvasSink } from 'mediabunny'
import { openVideo } from './decode-recording.ts'

const QUALITY = 0.8

/** Pictures at `timesMs` (ascending), `width` pixels wide, as WebP; null where the recording has none. */
export const makeThumbnails = async (url: string, timesMs: number[], width: number): Promise<(Blob | null)[]> => {
  const { input, track } = await openVideo(url)
  try {
    const images: (Blob | null)[] = []
    const first = await track.getFirstTimestamp()
    const times = timesMs.map((ms) => Math.max(first, ms / 1_000))
    for await (const shown of new CanvasSink(track, { width }).canvasesAtTimestamps(times)) {
      const canvas = shown?.canvas
      images.push(
        canvas instanceof OffscreenCanvas ? await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY }) : null,
      )
    }
    return images
  } finally {
    input.dispose()
  }
}
