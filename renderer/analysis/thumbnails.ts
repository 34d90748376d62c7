import { CanvasSink } from 'mediabunny'
import { openVideo, startOf } from './decode-recording.ts'

const QUALITY = 0.8

/** Pictures at `timesMs` (from the start, ascending), `width` pixels wide, as WebP; null where the recording has none. */
export async function* makeThumbnails(url: string, timesMs: number[], width: number): AsyncGenerator<Blob | null> {
  const { input, track } = await openVideo(url)
  try {
    const [start, first] = [await startOf(input, track), await track.getFirstTimestamp()]
    const times = timesMs.map((ms) => Math.max(first, start + ms / 1_000))
    for await (const shown of new CanvasSink(track, { width }).canvasesAtTimestamps(times)) {
      const canvas = shown?.canvas
      yield canvas instanceof OffscreenCanvas
        ? await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY })
        : null
    }
  } finally {
    input.dispose()
  }
}
