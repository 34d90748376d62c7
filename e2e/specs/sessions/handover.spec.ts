import { seriousFindings } from '../../steps/accessibility.ts'
import { activeAccount, expect, openSample, sessionRows, test } from '../../steps/fixtures.ts'

test('the list shows how many timed notes a session has, in both densities', async ({ startDesk }) => {
  const { page } = await startDesk()
  await openSample(page)
  const accountId = await activeAccount(page)
  const sessionId = await page.evaluate(async () => {
    const found = await window.desk.invoke('sessions.query', { limit: 1 })
    return found.ok ? (found.value.rows[0]?.sessionId ?? '') : ''
  })
  const note = (text: string) =>
    page.evaluate(
      ([account, id, words]) =>
        window.desk.invoke('marks.add', { accountId: account, sessionId: id, atMs: 1_000, text: words }),
      [accountId, sessionId, text] as const,
    )
  await note('')
  await note('Cart is empty')
  const row = sessionRows(page).first()
  await expect(row.getByRole('img', { name: '1 timed note' })).toBeVisible()
  await note('Back at the start')
  await expect(row.getByRole('img', { name: '2 timed notes' })).toHaveText('2')
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Compact rows' }).click()
  await expect(row.getByRole('img', { name: '2 timed notes' })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
})
