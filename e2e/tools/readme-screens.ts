/** Makes the pictures of the README again, from the running program: `node e2e/tools/readme-screens.ts` after a build. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sampleIds } from '../../electron/sample/sessions/hand-made-sessions.ts'
import { launchDesk } from '../host/drive/drive.ts'
import { filterField, openSession, sessionRows } from '../steps/fixtures.ts'

const folder = join(import.meta.dirname, '../../assets/pictures')
mkdirSync(folder, { recursive: true })

const desk = await launchDesk({ args: ['--demo'] })
const { page } = desk
try {
  await page.setViewportSize({ width: 1280, height: 800 })
  await sessionRows(page).nth(3).waitFor()
  await page.evaluate(async (ids) => {
    const accountId = 'sample'
    const review = (sessionId: string, patch: object) =>
      window.desk.invoke('sessions.review', { accountId, sessionId, patch })
    await review(ids.shopCheckout, { verdict: 'pass', tags: ['checkout', 'weekly'] })
    await review(ids.codeRefused, { verdict: 'fail', verdictReason: 'Wrong one-time code', tags: ['login'] })
    await review(ids.invoices, { verdict: 'pass', tags: ['login'] })
    await review(ids.accountSettings, { verdict: 'unsure', tags: ['forms'] })
    for (const sessionId of Object.values(ids)) {
      await window.desk.invoke('replay.open', { sessionId })
      await window.desk.invoke('replay.close', { sessionId })
    }
    await window.desk.invoke('marks.add', {
      accountId,
      sessionId: ids.codeRefused,
      atMs: 31_000,
      text: 'The code is refused here',
    })
  }, sampleIds)
  const views = page.getByRole('navigation', { name: 'Navigation' })
  // An opened recording is analysed: its screens are then in the list and in the player.
  for (const title of ['enamel mugs', 'second try', 'crossing', 'refund', 'first try']) {
    await openSession(page, title)
    await page.getByText(/ of activity$/).waitFor({ timeout: 60_000 })
    await page.getByText(/^Analysing/).waitFor({ state: 'hidden', timeout: 60_000 })
    await page.waitForTimeout(1_500)
    if (title === 'first try') break
    await views.getByRole('button', { name: 'Sessions' }).click()
  }
  await page.evaluate(() => window.desk.invoke('settings.set', { theme: 'dark' }))
  await page.keyboard.press('5')
  await page.waitForTimeout(2_000)
  await page.keyboard.press('k')
  await page.waitForTimeout(1_000)
  await page.screenshot({ path: join(folder, 'player.png') })

  await page.evaluate(() => window.desk.invoke('settings.set', { theme: 'light' }))
  await views.getByRole('button', { name: 'Sessions' }).click()
  await filterField(page).fill('')
  await sessionRows(page).nth(3).waitFor()
  await sessionRows(page).filter({ hasText: 'first try' }).click()
  await page.mouse.move(640, 780)
  await page.waitForTimeout(800)
  await page.screenshot({ path: join(folder, 'sessions.png') })

  await views.getByRole('button', { name: 'Profiles' }).click()
  await page
    .getByRole('grid', { name: 'Profiles' })
    .getByRole('row', { name: /Supplier portal/ })
    .click()
  await page.getByRole('grid', { name: 'Cookies' }).getByRole('gridcell', { name: 'embed', exact: true }).click()
  await page.mouse.move(640, 780)
  await page.waitForTimeout(800)
  await page.screenshot({ path: join(folder, 'cookies.png') })
} finally {
  await desk.close()
}
