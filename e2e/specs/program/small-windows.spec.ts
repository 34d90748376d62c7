import type { Page } from '@playwright/test'
import { views } from '../../../electron/contract/constants/views.ts'
import { expect, openSession, sessionRows, showTab, showView, test, video } from '../../steps/fixtures.ts'

test.use({ analysis: true })

// 200 % zoom of the smallest usual window gives 640 by 400 CSS pixels; 960 by 600 is a small laptop.
const SIZES = [
  { width: 640, height: 400 },
  { width: 960, height: 600 },
]

/** Controls and headings that leave the window sideways, and pairs that lie over each other. Empty when all is well. */
const faults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30)}"`
    /** What of it can be seen: cut by every ancestor that scrolls or clips. */
    const seen = (element: Element): DOMRect | null => {
      const own = element.getBoundingClientRect()
      let [left, top, right, bottom] = [own.left, own.top, own.right, own.bottom]
      for (let above = element.parentElement; above; above = above.parentElement) {
        if (getComputedStyle(above).overflow === 'visible') continue
        const box = above.getBoundingClientRect()
        left = Math.max(left, box.left)
        top = Math.max(top, box.top)
        right = Math.min(right, box.right)
        bottom = Math.min(bottom, box.bottom)
      }
      return right - left > 2 && bottom - top > 2 ? new DOMRect(left, top, right - left, bottom - top) : null
    }
    const shown = [...document.querySelectorAll('button, input, textarea, h1, [role=slider], a[href]')].filter(
      (element) => element.checkVisibility({ opacityProperty: true }) && !element.closest('[role=grid], [inert]'),
    )
    const boxes = shown.flatMap((element) => {
      const box = seen(element)
      return box ? [{ element, box }] : []
    })
    const outside = shown
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect()
        return width > 0 && (left < -1 || right > innerWidth + 1)
      })
      .map((element) => `outside: ${nameOf(element)}`)
    const over = boxes.flatMap((one, at) =>
      boxes.slice(at + 1).flatMap((other) => {
        if (one.element.contains(other.element) || other.element.contains(one.element)) return []
        // What is inside the same field (its clear button) belongs to it.
        if (one.element.parentElement?.contains(other.element) && one.element.matches('input')) return []
        const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        return width > 2 && height > 2 ? [`over each other: ${nameOf(one.element)} and ${nameOf(other.element)}`] : []
      }),
    )
    const wide = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : []
    return [...wide, ...outside, ...over]
  })

for (const size of SIZES) {
  test(`nothing is cut off or overlaps at ${size.width} by ${size.height}`, async ({ startDesk }) => {
    const { page } = await startDesk({ args: ['--demo'] })
    await expect(sessionRows(page).first()).toBeVisible()
    await page.setViewportSize(size)
    await page.reload()
    await expect(sessionRows(page).first()).toBeVisible()
    for (const { label } of views) {
      await showView(page, label)
      await page.mouse.move(size.width / 2, size.height - 4) // away from tooltips
      await expect(page.locator('main').getByRole('progressbar')).toHaveCount(0)
      expect(await faults(page), label).toEqual([])
    }
    await showView(page, 'Sessions')
    await expect(page.getByRole('columnheader', { name: 'State' })).toBeVisible()
    await openSession(page, 'enamel')
    await page.mouse.move(size.width / 2, size.height - 4)
    expect(await faults(page), 'Player').toEqual([])
    await expect.poll(async () => (await video(page).boundingBox())?.width).toBeGreaterThanOrEqual(480)
    await page.keyboard.press('r')
    const review = page.getByRole('region', { name: 'Review' })
    await expect(review).toBeVisible()
    await page.keyboard.press('Shift+Digit2')
    await page.keyboard.type('The cart is empty after the second page')
    expect(await faults(page), 'Review mode').toEqual([])
    await page.keyboard.press('Enter')
    await expect(review.getByRole('heading')).toBeVisible()
    expect(await faults(page), 'Summary').toEqual([])
    await page.keyboard.press('Enter')
    await openSession(page, 'enamel')
    await page.keyboard.press('d') // the inspector lies over the view and takes nothing from the video
    await showTab(page, 'Notes')
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeVisible()
    await expect.poll(async () => (await video(page).boundingBox())?.width).toBeGreaterThanOrEqual(480)
    await page.keyboard.press('Escape') // closes what lies over the player first
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveCount(0)
    await expect(video(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sessionRows(page).first()).toBeVisible()
  })
}

test('controls that do nothing look so, also in the dark', async ({ startDesk }) => {
  const { page } = await startDesk({ args: ['--demo'] })
  await openSession(page, 'Read delivery status') // its recording is not there
  const colour = (name: string) =>
    page
      .getByRole('region', { name: 'Player' })
      .getByRole('button', { name, exact: true })
      .evaluate((button) => getComputedStyle(button).color)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect.poll(() => colour('Add mark')).not.toBe(await colour('Fullscreen'))
  }
})
