import { setTimeout as wait } from 'node:timers/promises'
import type { Frame, Page } from 'playwright-core'
import type { Camera } from './camera.ts'

type Stage = {
  show: (url: string, title: string) => void
  busy: (on: boolean) => void
  move: (x: number, y: number) => void
  press: (x: number, y: number) => void
}
type Step = { atMs: number; action: string; text: string }

/** Does what an agent does in the page, at a pace that a person can follow, with a cursor that can be seen. */
export const createActor = (page: Page, site: Frame, camera: Camera) => {
  const steps: Step[] = []
  const stage = <K extends keyof Stage>(name: K, ...args: Parameters<Stage[K]>): Promise<unknown> =>
    page.evaluate(
      ([key, list]) => {
        const all = (globalThis as unknown as { stage: Record<string, (...a: unknown[]) => void> }).stage
        all[key]?.(...list)
      },
      [name, args] as [string, unknown[]],
    )
  const caption = async (): Promise<void> => {
    await stage('show', site.url(), await site.title())
  }

  const say = (action: string, text: string): void => {
    steps.push({ atMs: Math.max(0, Math.round(camera.now() * 1000)), action, text })
  }

  /** Moves to the middle of an element, or a little inside its left edge when it is wide. */
  const point = async (selector: string): Promise<{ x: number; y: number }> => {
    const target = site.locator(selector).first()
    await target.scrollIntoViewIfNeeded()
    const box = await target.boundingBox()
    if (!box) throw new Error(`nothing to point at: ${selector}`)
    const x = box.x + Math.min(box.width / 2, 90)
    const y = box.y + box.height / 2
    await stage('move', x, y)
    await wait(620)
    await page.mouse.move(x, y)
    return { x, y }
  }

  const click = async (selector: string, text?: string): Promise<void> => {
    const { x, y } = await point(selector)
    say('click', text ?? selector)
    await stage('press', x, y)
    await page.mouse.click(x, y)
    await wait(350)
    await caption()
  }

  return {
    site,
    steps,
    click,
    point,
    say,
    caption,
    pause: (s: number) => wait(s * 1000),
    open: async (url: string): Promise<void> => {
      say('goto', url)
      await stage('show', url, new URL(url).host)
      await stage('busy', true)
      await wait(700)
      await site.goto(url)
      await stage('busy', false)
      await caption()
      await wait(900)
    },
    type: async (selector: string, text: string, secret = false): Promise<void> => {
      await click(selector, `focus ${selector}`)
      steps.pop()
      say('type', secret ? `${selector}: (secret)` : `${selector}: ${text}`)
      await site.locator(selector).first().fill('')
      await page.keyboard.type(text, { delay: 75 })
      await wait(300)
    },
    /** A native list would open outside the page, so the choice is made by keyboard. */
    choose: async (selector: string, value: string): Promise<void> => {
      await point(selector)
      say('select', `${selector}: ${value}`)
      await site.locator(selector).selectOption(value)
      await wait(500)
    },
    press: async (key: string): Promise<void> => {
      say('key', key)
      await page.keyboard.press(key)
      await wait(400)
      await caption()
    },
    scroll: async (pixels: number): Promise<void> => {
      say('scroll', `${pixels} px`)
      for (let done = 0; Math.abs(done) < Math.abs(pixels); done += Math.sign(pixels) * 60) {
        await page.mouse.wheel(0, Math.sign(pixels) * 60)
        await wait(60)
      }
      await wait(400)
    },
    see: async (selector: string, text: string): Promise<void> => {
      await site.locator(selector).first().waitFor({ timeout: 20_000 })
      say('observe', text)
      await caption()
    },
    /** A wait of `total` seconds, filmed in a fraction of it: the page gets the time that it has waited. */
    waitLong: async (total: number, every: number, tell: (elapsed: number) => Promise<unknown>): Promise<void> => {
      say('wait', `${total} s`)
      for (let elapsed = every; elapsed <= total; elapsed += every) {
        const before = camera.now()
        await tell(elapsed)
        await wait(90)
        camera.stretch(Math.max(0, every - (camera.now() - before)))
      }
    },
  }
}
export type Actor = ReturnType<typeof createActor>
export type Run = {
  id: string
  title: string
  viewport: { width: number; height: number }
  forms: ('mp4' | 'ts' | 'fmp4')[]
  crf?: number
  keyEvery?: number
  /** Host name → file in sites/. */
  sites: Record<string, string>
  act: (actor: Actor) => Promise<void>
}
