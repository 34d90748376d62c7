import type { Page, Request } from '@playwright/test'
import { PRIORITY_HEADER } from '../../electron/contract/constants/analysis-constants.ts'
import { expect, video } from './fixtures.ts'

export type Seen = { what: string; at: number; duration: number }

/** The analysis reads the recording that plays, from the same page; what it requests says nothing about the player. */
export const isOfAnalysis = (request: Request): boolean => PRIORITY_HEADER in request.headers()

/** Notes what every `<video>` of the page does, from before it exists; and uncaught exceptions. */
export const watchVideo = async (page: Page) => {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  const lists: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/index.m3u8') && !isOfAnalysis(request)) lists.push(request.url())
  })
  await page.evaluate(() => {
    const seen: { what: string; at: number; duration: number }[] = []
    for (const what of ['loadedmetadata', 'playing', 'seeked', 'durationchange', 'ended', 'error'])
      document.addEventListener(
        what,
        ({ target }) => {
          if (target instanceof HTMLVideoElement) seen.push({ what, at: target.currentTime, duration: target.duration })
        },
        true,
      )
    Object.assign(globalThis, { seenByTest: seen })
  })
  const seen = (what?: string): Promise<Seen[]> =>
    page.evaluate((name) => {
      const all = Reflect.get(globalThis, 'seenByTest') as Seen[]
      return all.filter((one) => name === undefined || one.what === name)
    }, what)
  return {
    faults,
    /** Requests of the player for playlists. */
    lists,
    seen,
    forget: () => page.evaluate(() => void (Reflect.get(globalThis, 'seenByTest') as Seen[]).splice(0)),
    /** Waits for the real `ended` event. */
    ends: (timeout = 20_000) =>
      expect.poll(async () => (await seen('ended')).length, { timeout, message: 'ended fires' }).toBeGreaterThan(0),
  }
}

export const setRate = (page: Page, rate: number): Promise<void> =>
  video(page).evaluate((element: HTMLVideoElement, to) => {
    element.playbackRate = to
  }, rate)
export const seekTo = (page: Page, seconds: number): Promise<void> =>
  video(page).evaluate((element: HTMLVideoElement, to) => {
    element.currentTime = to
  }, seconds)
export const durationOf = (page: Page): Promise<number> =>
  video(page).evaluate((element: HTMLVideoElement) => element.duration)
/** Back to the list, with the player gone. */
export const leave = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape')
  await expect(video(page)).toHaveCount(0)
}
