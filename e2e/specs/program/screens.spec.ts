import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { views } from '../../../electron/contract/constants/views.ts'
import { sampleIds } from '../../../electron/sample/sessions/hand-made-sessions.ts'
import type { Desk } from '../../host/drive/drive.ts'
import { seriousFindings } from '../../steps/accessibility.ts'
import { requestRows, showActivity } from '../../steps/activity-steps.ts'
import { addToArchive, archiveRows, chooseArchiveFolder, showArchive, untilItem } from '../../steps/archive-steps.ts'
import { openPortal } from '../../steps/cookie-steps.ts'
import { expect, filterField, openSession, playsPast, sessionRows, test } from '../../steps/fixtures.ts'

// The screens are most of this folder's time: each is on its own, so that both workers take them.
test.describe.configure({ mode: 'parallel' })

const pictures = join(import.meta.dirname, '../../.artifacts/screens')
const sizes = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
]

/** Two that are archived, one whose recording failed, one without a recording, one that is waited for. */
const withItems = async (desk: Desk, archiveFolder: string): Promise<void> => {
  const { page } = desk
  await chooseArchiveFolder(desk, archiveFolder)
  const { ferryTimetable, invoices, recordingFailed, noFrames, active } = sampleIds
  const sessionIds = [ferryTimetable, invoices, recordingFailed, noFrames, active]
  await addToArchive(page, ...sessionIds)
  await untilItem(page, ferryTimetable, 'done')
  await untilItem(page, invoices, 'done')
  await untilItem(page, recordingFailed, 'failed')
  await untilItem(page, noFrames, 'no-recording')
  await showArchive(page)
  await expect(archiveRows(page)).toHaveCount(5)
  await archiveRows(page).filter({ hasText: 'Archived' }).first().click()
}

/** Two reads are kept and marked, so that there is something to compare and a hint. */
const withSnapshots = async (page: Page): Promise<void> => {
  await openPortal(page)
  await page.getByRole('button', { name: 'Snapshots', exact: true }).click()
  const keep = page.getByRole('button', { name: 'Save snapshot' })
  const rows = page.getByRole('list', { name: 'Snapshots' }).getByRole('listitem')
  await keep.click()
  await rows.first().getByText('Signed out', { exact: true }).click()
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByRole('grid', { name: 'Cookies' })).toContainText('last_order')
  await keep.click()
  await expect(rows).toHaveCount(2)
  await rows.first().getByText('Signed in', { exact: true }).click()
  await expect(page.getByRole('region', { name: 'Sign-in cookies' })).toContainText('last_order')
}

/** A function with a draft that changes two places, and one accepted send. */
const withFunction = async (page: Page): Promise<void> => {
  const target = { connectionId: 'conn-supplier-portal', role: 'login' } as const
  await page.evaluate(async (of) => {
    const state = await window.desk.invoke('functions.reload', of)
    const accounts = await window.desk.invoke('accounts.list', undefined)
    const accountId = accounts.ok ? (accounts.value[0]?.id ?? '') : ''
    const source = state.ok ? (state.value.known?.source ?? '') : ''
    const sent = source.replace('timeout=30_000', 'timeout=45_000')
    await window.desk.invoke('functions.send', { ...of, source: sent, overwrite: false })
    const draft = sent
      .replace('#user', '#user-name')
      .replace('    return', '    page.wait_for_timeout(500)\n    return')
    await window.desk.invoke('functions.saveDraft', { ...of, accountId, source: draft })
  }, target)
  await page.getByRole('button', { name: 'Functions', exact: true }).click()
  await page.getByRole('textbox', { name: 'Connection id' }).fill(target.connectionId)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Source' })).toContainText('#user-name')
  await expect(page.getByText(/^Loaded from the service/)).toBeVisible()
}
const withChanges = async (page: Page): Promise<void> => {
  await withFunction(page)
  await page.keyboard.press('ControlOrMeta+Shift+D')
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('+2')
}

/** Every screen: how to come to it from a fresh start with the sample workspace. */
const screens: [string, string[], (page: Page, folder: string, desk: Desk) => Promise<void>][] = [
  [
    'welcome',
    [],
    async (page) => void (await expect(page.getByRole('heading', { name: 'Replay Desk' })).toBeVisible()),
  ],
  ['sessions', ['--demo'], async (page) => void (await sessionRows(page).nth(2).click())],
  ['sessions-empty-filter', ['--demo'], async (page) => void (await filterField(page).fill('nothing like this'))],
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
  [
    'archive-empty',
    ['--demo'],
    async (page) => {
      await showArchive(page)
      await expect(page.getByText('No recordings yet')).toBeVisible()
    },
  ],
  ['archive', ['--demo'], (_page, folder, desk) => withItems(desk, folder)],
  [
    'archive-remove',
    ['--demo'],
    async (page, folder, desk) => {
      await withItems(desk, folder)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.press('Delete')
      await expect(page.getByRole('dialog', { name: 'Remove from list' })).toBeVisible()
    },
  ],
  [
    'archive-all',
    ['--demo'],
    async (page) => {
      await page.getByRole('button', { name: 'Archive all matching sessions' }).click()
      await expect(page.getByRole('dialog', { name: 'Archive all matching sessions' })).toContainText('at this limit')
    },
  ],
  [
    'activity-requests',
    ['--demo'],
    async (page) => {
      const { ferryTimetable, recordingFailed, active, noFrames } = sampleIds
      for (const sessionId of [ferryTimetable, recordingFailed, active, noFrames])
        await page.evaluate((id) => window.desk.invoke('replay.open', { sessionId: id }), sessionId)
      await showActivity(page)
      await expect(requestRows(page)).toHaveCount(6)
      await requestRows(page).nth(1).click()
      await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('Response headers')
    },
  ],
  [
    'activity-report',
    ['--demo'],
    async (page) => {
      await showActivity(page)
      await page.getByRole('button', { name: 'Report a problem' }).click()
      await expect(page.getByRole('dialog', { name: 'Report a problem' })).toContainText('Last requests')
    },
  ],
  [
    'activity-limit',
    ['--demo'],
    async (page) => {
      await showActivity(page, 'Rate limit')
      await expect(page.getByText(/requests are done at/)).toBeVisible()
    },
  ],
  [
    'activity-health',
    ['--demo'],
    async (page) => {
      await showActivity(page, 'Health')
      await expect(page.getByRole('figure')).toBeVisible()
    },
  ],
  [
    'activity-usage',
    ['--demo'],
    async (page) => {
      await showActivity(page, 'Usage')
      await expect(page.getByText('Browser minutes')).toBeVisible()
    },
  ],
  [
    'profiles-empty',
    ['--demo'],
    async (page) => {
      await page.getByRole('button', { name: 'Profiles', exact: true }).click()
      await expect(page.getByRole('row', { name: /Supplier portal/ })).toBeVisible()
    },
  ],
  [
    'cookies',
    ['--demo'],
    async (page) => {
      await openPortal(page)
      await page.getByRole('gridcell', { name: 'embed', exact: true }).click()
    },
  ],
  [
    'cookies-revealed',
    ['--demo'],
    async (page) => {
      await openPortal(page)
      await page.getByRole('gridcell', { name: 'cart', exact: true }).click()
      await page.keyboard.press('Shift+V')
      await expect(page.getByText('"items": 3,')).toBeVisible()
    },
  ],
  [
    'cookies-export',
    ['--demo'],
    async (page) => {
      await openPortal(page)
      await page.getByRole('button', { name: 'Export…' }).click()
      await expect(page.getByRole('list', { name: 'Not exported' })).toContainText('embed_chat')
    },
  ],
  ['cookies-snapshots', ['--demo'], withSnapshots],
  [
    'cookies-compare',
    ['--demo'],
    async (page) => {
      await withSnapshots(page)
      await page.getByRole('button', { name: 'Compare with latest cookies' }).last().click()
      await page.getByRole('row').filter({ hasText: '__Secure-refresh' }).click()
      await expect(page.getByRole('complementary', { name: 'Both sides' })).toContainText('later')
    },
  ],
  [
    'functions-empty',
    ['--demo'],
    async (page) => {
      await page.getByRole('button', { name: 'Functions', exact: true }).click()
      await expect(page.getByText('Select a function')).toBeVisible()
    },
  ],
  ['functions', ['--demo'], withFunction],
  ['functions-changes', ['--demo'], withChanges],
  [
    'functions-changes-one-column',
    ['--demo'],
    async (page) => {
      await withChanges(page)
      await page.getByRole('button', { name: 'Unified' }).click()
    },
  ],
  [
    'functions-send',
    ['--demo'],
    async (page) => {
      await withFunction(page)
      await page.keyboard.press('ControlOrMeta+Enter')
      await expect(page.getByRole('dialog', { name: /^Send the login function/ })).toContainText('+2')
    },
  ],
  [
    'cache-policy',
    ['--demo'],
    async (page) => {
      await page.getByRole('navigation').getByRole('button', { name: 'Cache policy', exact: true }).click()
      await expect(page.getByRole('form', { name: 'Request' })).toBeVisible()
    },
  ],
  ['keys', ['--demo'], (page) => page.keyboard.press('?')],
  [
    'settings-shortcuts',
    ['--demo'],
    async (page) => {
      const shortcuts = { 'player.play': ['E'], 'player.failure': [], 'player.gone': ['G'] }
      await page.evaluate((value) => window.desk.invoke('settings.set', { shortcuts: value }), shortcuts)
      await page.keyboard.press('?')
      await page.getByRole('button', { name: 'Change…' }).press('Enter') // what is said of the unknown one may cover it
      await expect(page.getByText('player.gone')).toBeVisible()
    },
  ],
  ['palette', ['--demo'], (page) => page.keyboard.press('ControlOrMeta+k')],
]

test('every view of the navigation is among the screens', () => {
  const names = screens.map(([name]) => name)
  const missing = views.filter((view) => !names.some((name) => name === view.name || name.startsWith(`${view.name}-`)))
  expect(missing).toEqual([])
})

for (const [name, args, reach] of screens) {
  test(`screen ${name}: pictures in both themes, no serious finding of axe`, async ({ startDesk, folder }) => {
    const desk = await startDesk({ args })
    const { page } = desk
    if (args.length > 0) await expect(sessionRows(page).first()).toBeVisible()
    await reach(page, folder, desk)
    await page.waitForTimeout(400) // motion ends, hover cards are gone
    for (const theme of ['light', 'dark'] as const) {
      await page.evaluate((value) => window.desk.invoke('settings.set', { theme: value }), theme)
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
      for (const size of sizes) {
        await page.setViewportSize(size)
        await page.waitForTimeout(150) // layout follows the size
        await page.screenshot({ path: join(pictures, `${name}-${theme}-${size.width}.png`) })
      }
      await page.setViewportSize(sizes[0] as { width: number; height: number })
      expect(await seriousFindings(page)).toEqual([])
    }
  })
}
