import type { Page } from '@playwright/test'
import { seriousFindings } from '../../steps/accessibility.ts'
import { expect, openSession, playsPast, test, toast, video } from '../../steps/fixtures.ts'

const shortcut = (page: Page, name: RegExp) => page.getByRole('main').getByRole('button', { name })
const paused = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.paused)
const newKeys = (page: Page) => page.getByRole('textbox', { name: 'New keys' })

/** Settings › Keyboard shortcuts with the row in focus, all by keyboard. */
const toShortcut = async (page: Page, name: string) => {
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.getByRole('button', { name: 'Change…' }).press('Enter')
  const filter = page.getByRole('searchbox', { name: 'Filter keyboard shortcuts' })
  await filter.press('ControlOrMeta+a')
  await page.keyboard.type(name)
  await page.keyboard.press('ArrowDown')
}

test('new keys by keyboard alone: they work in the player at once and after a restart, and are reset', async ({
  startDesk,
  folder,
}) => {
  const first = await startDesk({ userData: folder, args: ['--demo'] })
  const { page } = first
  await openSession(page, 'Answer the refund request')
  await playsPast(page, 0.5)
  await toShortcut(page, 'play or pause')
  await expect(shortcut(page, /^Play or pause Space K/)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(newKeys(page)).toBeFocused()

  // Refused with a reason; nothing changes.
  await page.keyboard.press('Control+q')
  await expect(page.getByRole('dialog')).toContainText('belongs to the system')
  await page.keyboard.press('7')
  await expect(page.getByRole('dialog')).toContainText('is fixed: To 0–90%')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(shortcut(page, /^Play or pause Space K/)).toBeFocused()

  // E is Jump to failure: said by name, cancelled, then replaced.
  await page.keyboard.press('Enter')
  await expect(newKeys(page)).toBeFocused()
  await page.keyboard.press('e')
  await expect(page.getByRole('dialog')).toContainText(
    'E is used by “Jump to failure” (Screens and steps). It will have none.',
  )
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(shortcut(page, /^Play or pause Space K/)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(newKeys(page)).toBeFocused()
  await page.keyboard.press('e')
  await expect(page.getByRole('button', { name: 'Replace' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(shortcut(page, /^Play or pause E Changed/)).toBeFocused()
  await page.getByRole('searchbox', { name: 'Filter keyboard shortcuts' }).fill('')
  await expect(shortcut(page, /^Jump to failure None Changed/)).toBeVisible()

  await page.keyboard.press('ArrowDown') // out of the field, where Alt+← is its own
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(video(page)).toBeVisible()
  await playsPast(page, 0.5)
  await page.getByRole('region', { name: 'Player' }).click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('k') // no longer
  expect(await paused(page)).toBe(false)
  await page.keyboard.press('e')
  await expect.poll(() => paused(page)).toBe(true)
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toHaveAttribute('aria-keyshortcuts', 'E')
  await first.close()

  const { page: again } = await startDesk({ userData: folder, args: ['--demo'] })
  await expect(video(again)).toBeVisible() // the view of the last time
  const play = again.getByRole('button', { name: 'Play', exact: true })
  await expect(play).toHaveAttribute('aria-keyshortcuts', 'E')
  await again.getByRole('region', { name: 'Player' }).click({ position: { x: 5, y: 5 } })
  await expect.poll(() => video(again).evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThan(1)
  await again.keyboard.press('e')
  await expect.poll(() => paused(again)).toBe(false)

  // One, then all, with undo.
  await toShortcut(again, 'jump to')
  await again.keyboard.press('Tab')
  await expect(again.getByRole('button', { name: 'Reset Jump to failure' })).toBeFocused()
  await again.keyboard.press('Enter')
  await expect(shortcut(again, /^Jump to failure E/)).toBeFocused()
  await again.getByRole('button', { name: 'Reset all' }).press('Enter')
  await expect(toast(again, '2 shortcuts')).toHaveCount(0)
  await expect(toast(again, '1 shortcut has its default keys again')).toBeVisible()
  await expect(toast(again, '0 changed')).toHaveCount(0)
  await again.keyboard.press('Control+z')
  await again.getByRole('searchbox', { name: 'Filter keyboard shortcuts' }).fill('play or pause')
  await expect(shortcut(again, /^Play or pause E Changed/)).toBeVisible()
  await again.getByRole('button', { name: 'Reset all' }).press('Enter')
  await expect(shortcut(again, /^Play or pause Space K/)).toBeVisible()
})

test('keys apply to menus, palette and list; stored ones that mean nothing are named once and can be removed', async ({
  startDesk,
  folder,
}) => {
  const first = await startDesk({ userData: folder, args: ['--demo'] })
  const stored = {
    'sessions.inspector': ['Shift+I'],
    'session.archive': ['Alt+S'],
    'general.palette': ['Mod+Shift+P'],
    'player.gone': ['G'],
    'player.theatre': ['Mod+Q'],
  }
  const row = first.page.getByRole('grid', { name: 'Sessions' }).getByRole('row').nth(1)
  await row.click()
  await first.page.evaluate((shortcuts) => window.desk.invoke('settings.set', { shortcuts }), stored)
  await expect(first.page.getByText('Some saved keyboard shortcuts are ignored.')).toBeVisible()
  await row.click({ button: 'right' })
  const item = first.page.getByRole('menuitem', { name: /^Archive recording/ })
  await expect(item).toHaveAttribute('aria-keyshortcuts', 'Alt+S')
  await expect(item).toContainText('AltS')
  await first.page.keyboard.press('Escape')
  const inspector = first.page.getByRole('button', { name: 'Inspector', exact: true })
  await expect(inspector).toHaveAttribute('aria-pressed', 'true')
  await first.page.keyboard.press('Shift+I')
  await expect(inspector).toHaveAttribute('aria-pressed', 'false')
  await first.page.keyboard.press('ControlOrMeta+k')
  await expect(first.page.getByRole('dialog')).toHaveCount(0)
  await first.page.keyboard.press('ControlOrMeta+Shift+P')
  const palette = first.page.getByRole('dialog')
  await palette.getByLabel('Search sessions or type a command').fill('inspector')
  await expect(palette.getByRole('option', { name: /^Inspector/ })).toContainText('ShiftI')
  await first.page.keyboard.press('Escape')
  await first.close()

  const { page } = await startDesk({ userData: folder, args: ['--demo'] })
  await expect(page.getByRole('grid', { name: 'Sessions' })).toBeVisible()
  await page.keyboard.press('?')
  await page.getByRole('button', { name: 'Change…' }).press('Enter')
  await expect(page.getByText('player.gone, player.theatre')).toBeVisible()
  await expect(page.getByText('Some saved keyboard shortcuts are ignored.')).toHaveCount(0)
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('player.gone')).toHaveCount(0)
  const kept = await page.evaluate(() => window.desk.invoke('settings.get', undefined))
  expect(kept.ok && Object.keys(kept.value.shortcuts).sort()).toEqual([
    'general.palette',
    'session.archive',
    'sessions.inspector',
  ])
})
