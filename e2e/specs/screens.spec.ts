import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, openSession, playsPast, sessionRows, test } from '../fixtures.ts'

const folder = join(import.meta.dirname, '../.artifacts/screens')
const sizes = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
]

/** Every screen: how to come to it from a fresh start with the sample workspace. */
const screens: [string, string[], (page: Page) => Promise<void>][] = [
  [
    'welcome',
    [],
    async (page) => void (await expect(page.getByRole('heading', { name: 'Replay Desk' })).toBeVisible()),
  ],
  ['sessions', ['--demo'], async (page) => void (await sessionRows(page).nth(2).click())],
  [
    'sessions-empty-filter',
    ['--demo'],
    async (page) => void (await page.getByRole('searchbox').fill('nothing like this')),
  ],
  [
    'player',
    ['--demo'],
    async (page) => {
      await openSession(page, 'Buy two enamel mugs')
      await playsPast(page, 3)
      await page.keyboard.press('k')
    },
  ],
  ['player-not-ended', ['--demo'], (page) => openSession(page, 'Watch ferry prices')],
  ['player-no-frames', ['--demo'], (page) => openSession(page, 'Check opening hours')],
  [
    'settings',
    ['--demo'],
    async (page) =>
      void (await page
        .getByRole('link', { name: 'Settings' })
        .or(page.getByRole('button', { name: 'Settings' }))
        .first()
        .click()),
  ],
  ['keys', ['--demo'], (page) => page.keyboard.press('?')],
  ['palette', ['--demo'], (page) => page.keyboard.press('ControlOrMeta+k')],
]

for (const [name, args, reach] of screens) {
  test(`screen ${name}: pictures in both themes, no serious finding of axe`, async ({ startDesk }) => {
    const { page } = await startDesk({ args })
    if (args.length > 0) await expect(sessionRows(page).first()).toBeVisible()
    await reach(page)
    await page.waitForTimeout(400) // motion ends, hover cards are gone
    for (const theme of ['light', 'dark'] as const) {
      await page.evaluate((value) => window.desk.invoke('settings.set', { theme: value }), theme)
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
      for (const size of sizes) {
        await page.setViewportSize(size)
        await page.waitForTimeout(150) // layout follows the size
        await page.screenshot({ path: join(folder, `${name}-${theme}-${size.width}.png`) })
      }
      await page.setViewportSize(sizes[0] as { width: number; height: number })
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      expect(
        serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`),
      ).toEqual([])
    }
  })
}
