import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { views } from '../../../electron/contract/constants/views.ts'
import { sampleIds } from '../../../electron/sample/sessions/hand-made-sessions.ts'
import type { Desk } from '../../host/drive/drive.ts'
import { seriousFindings } from '../../steps/accessibility.ts'
import { requestRows, showActivity } from '../../steps/activity-steps.ts'
import { addToArchive, archiveRows, chooseArchiveFolder, showArchive, untilItem } from '../../steps/archive-steps.ts'
import { openPortal } from '../../steps/cookie-steps.ts'
import { expect, filterField, openSession, playsPast, sessionRows, showView, test } from '../../steps/fixtures.ts'

test.use({ analysis: true })

// Most of this folder's time: each walk is on its own, so that all workers take them.
test.describe.configure({ mode: 'parallel' })

const pictures = join(import.meta.dirname, '../../.artifacts/screens')
const sizes = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
]

/** In the view of the archive: two that are archived, one whose recording failed, one without a recording, one that is waited for. */
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

/** In the view of the functions: one with a draft that changes two places, and one accepted send. */
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
  await page.getByRole('textbox', { name: 'Connection id' }).fill(target.connectionId)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Source' })).toContainText('#user-name')
  await expect(page.getByText(/^Loaded from the service/)).toBeVisible()
}

/** How to come to a screen from the one before it on its walk. */
type Screen = [name: string, reach: (page: Page, folder: string, desk: Desk) => Promise<void>]

/** Every screen, on walks that each begin at a fresh start: without an account, else with the sample workspace. */
const walks: [name: string, args: string[], screens: Screen[]][] = [
  [
    'the first start',
    [],
    [
      [
        'welcome',
        async (page) => void (await expect(page.getByRole('heading', { name: 'Replay Desk' })).toBeVisible()),
      ],
    ],
  ],
  [
    'the list',
    ['--demo'],
    [
      ['sessions', async (page) => void (await sessionRows(page).nth(2).click())],
      ['keys', (page) => page.keyboard.press('?')],
      [
        'palette',
        async (page) => {
          await page.keyboard.press('Escape')
          await page.keyboard.press('ControlOrMeta+k')
        },
      ],
      [
        'archive-all',
        async (page) => {
          await page.keyboard.press('Escape')
          await page.getByRole('button', { name: 'Archive all matching sessions' }).click()
          await expect(page.getByRole('dialog', { name: 'Archive all matching sessions' })).toContainText(
            'at this limit',
          )
        },
      ],
      [
        'sessions-empty-filter',
        async (page) => {
          await page.keyboard.press('Escape')
          await filterField(page).fill('nothing like this')
        },
      ],
    ],
  ],
  [
    'the player',
    ['--demo'],
    [
      [
        'player',
        async (page) => {
          await openSession(page, 'Buy two enamel mugs')
          await playsPast(page, 3)
          await page.keyboard.press('k')
        },
      ],
      ...(
        [
          ['player-not-ended', 'Watch ferry prices'],
          ['player-no-frames', 'Check opening hours'],
        ] as const
      ).map(
        ([name, title]): Screen => [
          name,
          async (page) => {
            await page.keyboard.press('Escape')
            await openSession(page, title)
          },
        ],
      ),
    ],
  ],
  [
    'the settings',
    ['--demo'],
    [
      ['settings', (page) => showView(page, 'Settings')],
      [
        'settings-shortcuts',
        async (page) => {
          const shortcuts = { 'player.play': ['E'], 'player.failure': [], 'player.gone': ['G'] }
          await page.evaluate((value) => window.desk.invoke('settings.set', { shortcuts: value }), shortcuts)
          await page.keyboard.press('?')
          await page.getByRole('button', { name: 'Change…' }).press('Enter') // what is said of the unknown one may cover it
          await expect(page.getByText('player.gone')).toBeVisible()
        },
      ],
    ],
  ],
  [
    'the archive',
    ['--demo'],
    [
      [
        'archive-empty',
        async (page) => {
          await showArchive(page)
          await expect(page.getByText('No recordings yet')).toBeVisible()
        },
      ],
      ['archive', (_page, folder, desk) => withItems(desk, folder)],
      [
        'archive-remove',
        async (page) => {
          await page.keyboard.press('ControlOrMeta+a')
          await page.keyboard.press('Delete')
          await expect(page.getByRole('dialog', { name: 'Remove from list' })).toBeVisible()
        },
      ],
    ],
  ],
  [
    'the activity',
    ['--demo'],
    [
      [
        'activity-requests',
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
        async (page) => {
          await page.getByRole('button', { name: 'Report a problem' }).click()
          await expect(page.getByRole('dialog', { name: 'Report a problem' })).toContainText('Last requests')
        },
      ],
      [
        'activity-limit',
        async (page) => {
          await page.keyboard.press('Escape')
          await showActivity(page, 'Rate limit')
          await expect(page.getByText(/requests are done at/)).toBeVisible()
        },
      ],
      [
        'activity-health',
        async (page) => {
          await showActivity(page, 'Health')
          await expect(page.getByRole('figure')).toBeVisible()
        },
      ],
      [
        'activity-usage',
        async (page) => {
          await showActivity(page, 'Usage')
          await expect(page.getByText('Browser minutes')).toBeVisible()
        },
      ],
    ],
  ],
  [
    'the profiles',
    ['--demo'],
    [
      [
        'profiles-empty',
        async (page) => {
          await showView(page, 'Profiles')
          await expect(page.getByRole('row', { name: /Supplier portal/ })).toBeVisible()
        },
      ],
      [
        'cookies',
        async (page) => {
          await openPortal(page)
          await page.getByRole('gridcell', { name: 'embed', exact: true }).click()
        },
      ],
      [
        'cookies-revealed',
        async (page) => {
          await page.getByRole('gridcell', { name: 'cart', exact: true }).click()
          await page.keyboard.press('Shift+V')
          await expect(page.getByText('"items": 3,')).toBeVisible()
        },
      ],
      [
        'cookies-export',
        async (page) => {
          await page.getByRole('button', { name: 'Export…' }).click()
          await expect(page.getByRole('list', { name: 'Not exported' })).toContainText('embed_chat')
        },
      ],
    ],
  ],
  [
    'the snapshots',
    ['--demo'],
    [
      ['cookies-snapshots', withSnapshots],
      [
        'cookies-compare',
        async (page) => {
          await page.getByRole('button', { name: 'Compare with latest cookies' }).last().click()
          await page.getByRole('row').filter({ hasText: '__Secure-refresh' }).click()
          await expect(page.getByRole('complementary', { name: 'Both sides' })).toContainText('later')
        },
      ],
    ],
  ],
  [
    'the functions',
    ['--demo'],
    [
      [
        'functions-empty',
        async (page) => {
          await showView(page, 'Functions')
          await expect(page.getByText('Select a function')).toBeVisible()
        },
      ],
      ['functions', withFunction],
      [
        'functions-changes',
        async (page) => {
          await page.keyboard.press('ControlOrMeta+Shift+D')
          await expect(page.getByRole('region', { name: 'Changes' })).toContainText('+2')
        },
      ],
      ['functions-changes-one-column', (page) => page.getByRole('button', { name: 'Unified' }).click()],
      [
        'functions-send',
        async (page) => {
          await page.keyboard.press('ControlOrMeta+Shift+D')
          await page.keyboard.press('ControlOrMeta+Enter')
          await expect(page.getByRole('dialog', { name: /^Send the login function/ })).toContainText('+2')
        },
      ],
    ],
  ],
  [
    'the cache policy',
    ['--demo'],
    [
      [
        'cache-policy',
        async (page) => {
          await showView(page, 'Cache policy')
          await expect(page.getByRole('form', { name: 'Request' })).toBeVisible()
        },
      ],
    ],
  ],
]

test('every view of the navigation is among the screens', () => {
  const names = walks.flatMap(([, , screens]) => screens.map(([name]) => name))
  const missing = views.filter((view) => !names.some((name) => name === view.name || name.startsWith(`${view.name}-`)))
  expect(missing).toEqual([])
})

/** Pictures for people, and what axe finds, one line each. */
const lookAt = async (page: Page, name: string): Promise<string[]> => {
  const findings: string[] = []
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
    findings.push(...(await seriousFindings(page)).map((finding) => `${name}, ${theme}: ${finding}`))
  }
  return findings
}

for (const [walk, args, screens] of walks) {
  test(`screens of ${walk}: pictures in both themes, no serious finding of axe`, async ({ startDesk, folder }) => {
    const desk = await startDesk({ args })
    const { page } = desk
    if (args.length > 0) await expect(sessionRows(page).first()).toBeVisible()
    const findings: string[] = []
    for (const [name, reach] of screens)
      await test.step(name, async () => {
        await reach(page, folder, desk)
        findings.push(...(await lookAt(page, name)))
      })
    expect(findings).toEqual([])
  })
}
