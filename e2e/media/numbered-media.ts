import type { Page } from '@playwright/test'
import { video } from '../steps/fixtures.ts'

/** What the page shows of a recording whose pictures carry numbers (electron/core/archive/remux/testing/media). */
export type Watched = {
  /** Heading of the cause that lies over the picture; null: none. */
  cause: string | null
  /** Number of the picture after each seek; null: none came in time. */
  numbers: (number | null)[]
  /** Position after each seek, seconds. */
  places: number[]
  durationS: number
  /** True when the `ended` event came after playing on from `endS`. */
  ended: boolean
  /** Position when it was given up. */
  at: number
  size: [width: number, height: number]
}

export type WatchPlan = {
  /** Seconds of video time to seek to, in this order. */
  seeks: number[]
  /** From here it plays to its end. */
  endS: number
  /** How long each wait may be, ms. */
  boundMs: number
}

/** Seeks, reads the numbers, and plays the rest: all inside the page, where a step takes milliseconds. */
export const watchNumbers = (page: Page, plan: WatchPlan): Promise<Watched> =>
  video(page).evaluate(async (element: HTMLVideoElement, { seeks, endS, boundMs }) => {
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    const causeNow = () => document.querySelector('[role="alert"] :is(h1, h2, h3, h4)')?.textContent ?? null
    const until = async (condition: () => boolean, ms: number): Promise<boolean> => {
      const end = performance.now() + ms
      while (performance.now() < end) {
        if (condition()) return true
        if (causeNow() !== null) return false
        await pause(10)
      }
      return condition()
    }
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d', { willReadFrequently: true })
    const numberNow = (): number | null => {
      const [width, height] = [element.videoWidth, element.videoHeight]
      if (!context || width === 0) return null // sound alone
      canvas.width = width
      canvas.height = height
      context.drawImage(element, 0, 0, width, height)
      const { data } = context.getImageData(0, 0, width, height)
      // Rotated by 90° clockwise the cells are along the right edge, from the top.
      const turned = height > width
      let number = 0
      for (let cell = 0; cell < 16; cell++) {
        const along = (cell + 0.5) / 16
        const x = Math.floor(turned ? width * (1 - 24 / 180) : width * along)
        const y = Math.floor(turned ? height * along : height * (24 / 180))
        if ((data[(y * width + x) * 4 + 1] ?? 0) > 125) number |= 1 << cell
      }
      return number
    }
    const ready = () => element.readyState >= 2 && !element.seeking
    const numbers: (number | null)[] = []
    const places: number[] = []
    let ended = false
    if (await until(ready, boundMs)) {
      // The play that opening asks for may come late.
      await until(() => !element.paused || element.ended, 3_000)
      element.pause()
      for (const to of seeks) {
        let presented = false
        element.requestVideoFrameCallback(() => {
          presented = true
        })
        element.currentTime = to
        const came = await until(ready, boundMs)
        // The previous picture may stay for a moment after the seek.
        await until(() => presented, 300)
        numbers.push(came ? numberNow() : null)
        places.push(element.currentTime)
        if (causeNow() !== null || numbers.at(-1) === null) break
      }
      if (causeNow() === null && numbers.at(-1) !== null) {
        element.currentTime = endS
        await until(ready, boundMs)
        // A play at the end would start over.
        if (!element.ended) void element.play().catch(() => undefined)
        ended = await until(() => element.ended, boundMs)
      }
    }
    return {
      cause: causeNow(),
      numbers,
      places,
      durationS: element.duration,
      ended,
      at: element.currentTime,
      size: [element.videoWidth, element.videoHeight],
    }
  }, plan)

/** Plays on to the first picture of at least this number: its number, and the time at which it was laid, seconds. */
export const shownFrom = (
  page: Page,
  number: number,
  boundMs: number,
): Promise<{ number: number; at: number } | null> =>
  video(page).evaluate(
    (element: HTMLVideoElement, { number: wanted, boundMs: bound }) =>
      new Promise((resolve) => {
        setTimeout(() => resolve(null), bound)
        const canvas = document.createElement('canvas')
        const context = canvas.getContext('2d', { willReadFrequently: true })
        canvas.width = 16
        canvas.height = 1
        const look = (_: number, { mediaTime }: VideoFrameCallbackMetadata) => {
          const { videoWidth, videoHeight } = element
          let shown = 0
          for (let cell = 0; cell < 16; cell++) {
            const from = (videoWidth * (cell + 0.5)) / 16
            context?.drawImage(element, from, (videoHeight * 24) / 180, 1, 1, cell, 0, 1, 1)
          }
          const { data } = context?.getImageData(0, 0, 16, 1) ?? { data: [] }
          for (let cell = 0; cell < 16; cell++) if ((data[cell * 4 + 1] ?? 0) > 125) shown |= 1 << cell
          if (shown >= wanted) resolve({ number: shown, at: mediaTime })
          else element.requestVideoFrameCallback(look)
        }
        element.requestVideoFrameCallback(look)
      }),
    { number, boundMs },
  )
