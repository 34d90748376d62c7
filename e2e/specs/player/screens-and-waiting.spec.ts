import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { seriousFindings } from '../../steps/accessibility.ts'
import { expect, openSession, playsPast, showTab, test, timeOf, video } from '../../steps/fixtures.ts'
import { seekTo } from '../../steps/player-watch.ts'

test.use({ analysis: true, shared: true })

// The analysis decodes 11 minutes of video, on a machine that may be busy with other tests.
test.setTimeout(180_000)
const ANALYSED = { timeout: 120_000 }

const LEDGER = 'Build the yearly ledger report'
const summary = (page: Page) => page.getByText(/^11:02 long, \d:\d\d of activity$/)

/** The ledger's recording, analysed and paused at its start. */
const openLedger = async (page: Page): Promise<void> => {
  await openSession(page, LEDGER)
  await playsPast(page, 0.2)
  await page.keyboard.press('k')
  await page.keyboard.press('Home')
  await expect(summary(page)).toBeVisible(ANALYSED)
}

const secondsOf = (clock = ''): number => clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

test("the ledger's wait for a lock is hatched, and W skips it, also the next time", async ({ startDesk }) => {
  const { page } = await startDesk({ args: ['--demo'] })
  await openLedger(page)
  const names = await page
    .getByRole('img', { name: /^Waiting from/ })
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
  const parts = names.map((name) => [...name.matchAll(/\d+:\d\d/g)].map(([clock]) => secondsOf(clock)))
  // The run waits from 6:00 to 8:18.
  const hatched = parts.reduce(
    (sum, [from = 0, to = 0]) => sum + Math.max(0, Math.min(to, 498) - Math.max(from, 360)),
    0,
  )
  expect(hatched / (498 - 360)).toBeGreaterThan(0.95)

  await page.keyboard.press('w')
  await expect(page.getByRole('button', { name: 'Waiting 8×' })).toBeVisible()
  await page.keyboard.press('w')
  await expect(page.getByRole('button', { name: 'Waiting skipped' })).toBeVisible()
  await seekTo(page, 362)
  await page.keyboard.press('k')
  await expect.poll(() => timeOf(page), { timeout: 40_000 }).toBeGreaterThan(498)
  await page.keyboard.press('Escape')
  await openSession(page, LEDGER)
  await expect(page.getByRole('button', { name: 'Waiting skipped' })).toBeVisible(ANALYSED)
  expect(await seriousFindings(page)).toEqual([])
})

test('the time under the pointer shows the picture of that moment', async ({ startDesk }) => {
  const { page } = await startDesk({ args: ['--demo'] })
  await openLedger(page)
  const bar = await page.getByRole('slider', { name: 'Seek' }).boundingBox()
  if (!bar) throw new Error('no slider')
  const [x, y] = [bar.x + bar.width * 0.6, bar.y + bar.height / 2]
  await page.mouse.move(x, y)
  const card = page.getByRole('tooltip')
  await expect(card).toContainText('6:37')
  await expect(card.getByRole('img')).toHaveAttribute('src', /^blob:/, { timeout: 60_000 })
  /** Mean difference of two pictures, in levels of 255. */
  const difference = () =>
    page.evaluate(async () => {
      const [image, film] = [
        document.querySelector<HTMLImageElement>('[role=tooltip] img'),
        document.querySelector('video'),
      ]
      if (!image || !film) return Number.NaN
      try {
        await image.decode()
      } catch {
        return Number.NaN // a better picture of the moment has taken its place
      }
      const pixels = (source: CanvasImageSource) => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 128, height: 80 })
        const paint = canvas.getContext('2d')
        paint?.drawImage(source, 0, 0, 128, 80)
        return paint?.getImageData(0, 0, 128, 80).data ?? new Uint8ClampedArray()
      }
      const [one, other] = [pixels(image), pixels(film)]
      return one.reduce((sum, level, at) => sum + Math.abs(level - (other[at] ?? 0)), 0) / one.length
    })
  await expect.poll(difference).toBeGreaterThan(6) // the video is at its start
  await page.mouse.click(x, y)
  await expect.poll(() => timeOf(page)).toBeCloseTo(397, -1)
  await expect.poll(difference).toBeLessThan(3)
})

test('screens are walked by keyboard, played with Enter, and exported as PNG and Markdown', async ({
  startDesk,
  folder,
}) => {
  const { page, answer } = await startDesk({ args: ['--demo'] })
  await openLedger(page)
  await showTab(page, 'Screens')
  const cards = page.getByRole('group', { name: 'Screens' }).getByRole('button')
  await expect(cards.first()).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(cards.nth(1)).toHaveAttribute('aria-current', 'true')
  const second = await timeOf(page)
  expect(second).toBeGreaterThan(0)
  await page.keyboard.press('ArrowUp')
  await expect(cards.first()).toHaveAttribute('aria-current', 'true')

  await cards.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(cards.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => video(page).evaluate((element: HTMLVideoElement) => element.paused)).toBe(false)
  await playsPast(page, second)

  await page.getByRole('button', { name: 'Export contact sheet' }).click()
  await answer('showSaveDialog', { canceled: false, filePath: `${folder}/sheet` })
  await page.getByRole('menuitem', { name: 'PNG image' }).click()
  await expect(page.getByText('Saved sheet.png')).toBeVisible()
  expect(readFileSync(`${folder}/sheet.png`).subarray(1, 4).toString()).toBe('PNG')
  await page.getByRole('button', { name: 'Export contact sheet' }).click()
  await answer('showSaveDialog', { canceled: false, filePath: `${folder}/sheet` })
  await page.getByRole('menuitem', { name: 'Markdown with images' }).click()
  await expect(page.getByText('Saved sheet.md')).toBeVisible()
  const text = readFileSync(`${folder}/sheet.md`, 'utf8')
  expect(text).toMatch(/^# Build the yearly ledger report\n\n11:02 long, /)
  expect(text.match(/data:image\/webp;base64,/g)).toHaveLength(await cards.count())
})
