import type { Page } from '@playwright/test'
import type { SampleService } from '../../../electron/sample/sample-session.ts'
import { seriousFindings } from '../../steps/accessibility.ts'
import { connect, expect, runCommand, sessionRows, test } from '../../steps/fixtures.ts'

test.use({ shared: true })

const CONNECTION = 'conn-supplier-portal'
const showFunctions = (page: Page) => page.getByRole('button', { name: 'Functions', exact: true }).click()
const idField = (page: Page) => page.getByRole('textbox', { name: 'Connection id' })
const editor = (page: Page) => page.getByRole('textbox', { name: 'Source' })
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send…' })
const dialog = (page: Page, name: RegExp | string) => page.getByRole('dialog', { name })
const history = (page: Page) => page.getByRole('complementary', { name: 'History' }).getByRole('listitem')
const savedDraft = (page: Page) => expect(page.getByText(/^Draft saved/)).toBeVisible()

const open = async (page: Page, connectionId = CONNECTION): Promise<void> => {
  await showFunctions(page)
  await idField(page).fill(connectionId)
  await idField(page).press('Enter')
  await expect(editor(page)).toBeVisible()
}
const openIn = async (page: Page, service: SampleService): Promise<void> => {
  await connect(page, service)
  await expect(sessionRows(page).first()).toBeVisible()
  await open(page)
}
/** Types at the very end of the source. */
const append = async (page: Page, text: string): Promise<void> => {
  await editor(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(text)
}
const send = async (page: Page): Promise<void> => {
  await page.keyboard.press('ControlOrMeta+Enter')
  await dialog(page, /^Send the login function/)
    .getByRole('button', { name: /^Send( and replace)?$/ })
    .click()
}
/** Another client sends. */
const theySend = async (service: SampleService, source: string): Promise<void> => {
  const answer = await fetch(`${service.baseUrl}/managed-auth/connections/${CONNECTION}/functions/login`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ source }),
  })
  expect(answer.status).toBe(200)
}
const sends = (service: SampleService) => service.requests.filter(({ method }) => method === 'PUT').length

test('read, edit, compare, send, and restore what was sent before', async ({ startDesk }) => {
  const { page } = await startDesk({ args: ['--demo'] })
  await expect(sessionRows(page).first()).toBeVisible()
  await showFunctions(page)
  await expect(page.getByText('never sends credentials')).toBeVisible()
  await open(page)
  await expect(editor(page)).toContainText('def run(page, credentials):')
  await expect(page.getByText('version 7 · from fn-form-login 3')).toBeVisible()
  await expect(page.getByText(/^Loaded from the service at/)).toBeVisible()
  await expect(page.getByText('No draft: this is the last known source')).toBeVisible()

  await append(page, '# first')
  await savedDraft(page)
  await page.keyboard.press('ControlOrMeta+Shift+D')
  const changes = page.getByRole('region', { name: 'Changes' })
  await expect(changes).toContainText('+1')
  await expect(changes.getByRole('textbox', { name: 'Changes: Your draft' })).toContainText('# first')
  await page.keyboard.press('Escape')
  await expect(editor(page)).toBeFocused()

  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(dialog(page, `Send the login function of ${CONNECTION}`)).toContainText('+1')
  await expect(page.getByRole('button', { name: 'Send and replace' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Accepted · version 8 · from fn-form-login 3')).toBeVisible()
  await expect(page.getByText(/^Sent from here at/)).toBeVisible()
  // What was sent, and what it replaced.
  await expect(history(page)).toHaveCount(2)
  await expect(history(page).filter({ hasText: 'Read' })).toHaveCount(1)

  await append(page, '\n# second')
  await send(page)
  await expect(page.getByText('Accepted · version 9')).toBeVisible()
  await history(page).filter({ hasText: 'version 8' }).getByRole('button').click()
  await page.getByRole('button', { name: 'Restore as draft' }).click()
  await expect(editor(page)).not.toContainText('# second')
  await savedDraft(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(editor(page)).toContainText('# second')

  await append(page, '\n# third')
  await savedDraft(page)
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect(editor(page)).not.toContainText('# third')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(editor(page)).toContainText('# third')
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByText('No draft: this is the last known source')).toBeVisible()
})

test('changes in one column: both numbers, a sign on every line, blanks shown, folds and steps by keyboard', async ({
  startConnected,
}) => {
  const { page, service } = await startConnected()
  const steps = (second: string, last: string) =>
    ['def run(page):', '    first()', second, ...Array.from({ length: 20 }, (_, n) => `    step(${n})`), last].join(
      '\n',
    )
  await theySend(service, steps('    second()', '    return 1'))
  await open(page)
  await editor(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(steps('\tsecond()', '    page.close()\n    return 2'))
  await page.keyboard.press('ControlOrMeta+Shift+D')
  const changes = page.getByRole('region', { name: 'Changes' })
  await changes.getByRole('button', { name: 'Unified' }).click()
  await expect(changes).toContainText('+3')
  const line = (number: string) => changes.locator('.cm-gutterElement').getByText(number, { exact: true })
  await expect(line('3')).toHaveCount(2) // the same line before and after
  await expect(changes.locator('.cm-removedLine')).toHaveText(['    second()', '    return 1'])
  await expect(changes.locator('.cm-changedWord .cm-highlightTab')).toHaveCount(1)
  const fold = changes.getByRole('button', { name: '14 lines without a change' })
  await fold.focus()
  await page.keyboard.press('Enter')
  await expect(fold).toHaveCount(0)
  await expect(changes).toContainText('step(9)')
  await page.keyboard.press('?')
  await expect(dialog(page, 'Keyboard shortcuts')).toContainText('Next change')
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Keyboard shortcuts')).toHaveCount(0)

  await page.keyboard.press('ControlOrMeta+Enter')
  const confirm = dialog(page, /^Send the login function/)
  await confirm.getByRole('button', { name: 'Side by side' }).click()
  const folds = confirm.getByRole('button', { name: '14 lines without a change' })
  await expect(folds).toHaveCount(2)
  await folds.first().focus()
  await page.keyboard.press('Enter')
  await expect(folds).toHaveCount(0)
  await expect(confirm).toBeVisible()
})

test('a draft survives a crash a moment after the last keystroke, and another account', async ({
  startDesk,
  startService,
  folder: userData,
}) => {
  const service = await startService()
  const first = await startDesk({ userData })
  await openIn(first.page, service)
  await append(first.page, '# the last keystroke: é 𝒳')
  await first.page.waitForTimeout(400)
  await first.kill()
  const second = await startDesk({ userData })
  await expect(editor(second.page)).toContainText('# the last keystroke: é 𝒳')
  await expect(second.page.getByRole('region', { name: 'Recent functions' })).toContainText('Draft')

  await append(second.page, '# and more') // goes elsewhere before the moment is over
  await second.page.evaluate(() => window.desk.invoke('accounts.openSample', undefined))
  await expect(editor(second.page)).toHaveCount(0)
  const accounts = await second.page.evaluate(() => window.desk.invoke('accounts.list', undefined))
  const mine = accounts.ok ? accounts.value.find(({ baseUrl }) => baseUrl === service.baseUrl) : null
  await second.page.evaluate((accountId) => window.desk.invoke('accounts.activate', { accountId }), mine?.id ?? 'none')
  await showFunctions(second.page)
  await second.page.getByRole('button', { name: new RegExp(CONNECTION) }).click()
  await expect(editor(second.page)).toContainText('# and more')
})

test('E01: shows a 422 at the field it names', async ({ startDesk, startService }) => {
  const service = await startService()
  const { page } = await startDesk()
  await openIn(page, service)
  const refuse = (...detail: unknown[]) =>
    service.faults.api.next.push({ status: 422, times: 1, match: '/functions/login', body: { detail } })
  await append(page, '# x')
  await savedDraft(page)
  // The reading before it goes through, so that the next one is the sending.
  const sendRefused = async (...detail: unknown[]) => {
    await page.keyboard.press('ControlOrMeta+Enter')
    const confirm = dialog(page, /^Send the login function/)
    await expect(confirm).toBeVisible()
    service.faults.api.next.push({ status: 500, times: 1, match: '/functions/login' })
    await confirm.getByRole('button', { name: 'Send and replace' }).click()
    await expect(confirm).toContainText('nothing was sent')
    refuse(...detail)
    await confirm.getByRole('button', { name: 'Send without checking' }).click()
  }
  await sendRefused({ loc: ['body', 'source'], msg: 'invalid syntax (line 2)', type: 'value_error', input: 'hush' })
  await expect(page.getByRole('alert').filter({ hasText: 'Line 2: invalid syntax' })).toBeVisible()
  await expect(editor(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(editor(page)).toBeFocused()
  await expect(page.getByText('hush')).toHaveCount(0)
  await page.keyboard.type(' ')
  await expect(page.getByText('Line 2: invalid syntax')).toHaveCount(0)

  await sendRefused({ loc: ['path', 'connection_id'], msg: 'Not an id of a connection', type: 'value_error' })
  await expect(idField(page)).toHaveAccessibleDescription(/Not an id of a connection/)
  await sendRefused({ loc: ['header', 'x-else'], msg: 'Something else', type: 'value_error' })
  await expect(dialog(page, /^Send the login function/)).toContainText('header › x-else: Something else')
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^Draft saved/)).toBeVisible()

  await idField(page).fill(' ')
  await idField(page).press('Enter')
  await expect(page.getByText('Enter the id of a connection.')).toBeVisible()
})

test('sends nothing and shows both changes when another client changed the source meanwhile', async ({
  startDesk,
  startService,
}) => {
  const service = await startService()
  const { page } = await startDesk()
  await openIn(page, service)
  await append(page, '# mine')
  await savedDraft(page)
  await theySend(service, 'def run(page, credentials):\n    return {"theirs": True}\n')
  await send(page)
  const conflict = dialog(page, 'The source was changed in the meantime')
  await expect(conflict).toContainText('Their changes')
  await expect(conflict).toContainText('version 8')
  expect(sends(service)).toBe(1)
  await conflict.getByRole('button', { name: 'Use theirs as base' }).click()
  await expect(editor(page)).toContainText('"theirs": True')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(editor(page)).toContainText('# mine')

  await theySend(service, '# again theirs\n')
  await send(page)
  await conflict.getByRole('button', { name: 'Overwrite with mine' }).click()
  await expect(page.getByText('Accepted · version 10')).toBeVisible()
  expect(sends(service)).toBe(3)
})

test('says when a service does not show the source, and notices versions in between', async ({
  startDesk,
  startService,
}) => {
  const service = await startService()
  service.faults.api.hidden = ['function']
  service.faults.api.hiddenStatus = 405
  const { page } = await startDesk()
  await openIn(page, service)
  await expect(page.getByText(/^This service does not show the current source/)).toBeVisible()
  await expect(sendButton(page)).toHaveAttribute('aria-disabled', 'true')
  await append(page, 'def run(page):\nreturn 1')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(dialog(page, /^Send the login/)).toContainText('There is no known source to compare with')
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Accepted · version 8')).toBeVisible()

  await theySend(service, 'x = 1\n')
  await append(page, '\n# 2')
  await send(page)
  await expect(page.getByText('The version went from 8 to 10, so someone else sent a change in between.')).toBeVisible()
})

test('an outcome that is not known is called so, and the draft stays', async ({ startDesk, startService }) => {
  const service = await startService()
  service.faults.api.hidden = ['function']
  service.faults.api.hiddenStatus = 405
  const { page } = await startDesk()
  await openIn(page, service)
  await append(page, 'x = 1')
  service.faults.api.next = [{ status: 504, times: 1, match: '/functions/' }]
  await send(page)
  await expect(dialog(page, /^Send the login/)).toContainText('It is unknown whether the service accepted it.')
  expect(sends(service)).toBe(1)
  await page.keyboard.press('Escape')
  await savedDraft(page)
})

test('keyboard alone: open, indent, leave the editor, compare, send, forget', async ({ startDesk }) => {
  const { page } = await startDesk({ args: ['--demo'] })
  await expect(sessionRows(page).first()).toBeVisible()
  await runCommand(page, 'Go to functions')
  await expect(page.getByText('Select a function')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('conn-ticket-desk')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(editor(page)).toContainText('def run(page):')
  await expect(editor(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.press('Tab')
  await page.keyboard.type('# k')
  await expect(editor(page)).toContainText('    # k')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(editor(page)).not.toBeFocused()
  const panel = page.getByRole('complementary', { name: 'History' })
  await expect(panel).toHaveCount(0) // nothing was sent yet
  await page.keyboard.press('d')
  await expect(panel).toContainText('Sources you send')
  await page.keyboard.press('d')
  await expect(panel).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+Shift+D')
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('+1')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(dialog(page, /^Send the verifier/).getByRole('button', { name: 'Send and replace' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Accepted · version 2')).toBeVisible()
  await page.getByRole('region', { name: 'Recent functions' }).getByRole('button').first().focus()
  await page.keyboard.press('Delete')
  await expect(page.getByRole('region', { name: 'Recent functions' })).toHaveCount(0)
})

test('1 MB of source is edited and compared; axe and the policy of the page have nothing to say', async ({
  startDesk,
}) => {
  const { page } = await startDesk({ args: ['--demo'] })
  await expect(sessionRows(page).first()).toBeVisible()
  await open(page)
  const refused: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text())
  })
  await page.evaluate(async (connectionId) => {
    const accounts = await window.desk.invoke('accounts.list', undefined)
    const account = accounts.ok ? accounts.value.find(({ active }) => active) : null
    const line = (n: number) => `    page.fill("#field-${n}", credentials["field ${n}"])  # a line of ordinary length\n`
    const source = `def run(page, credentials):\n${Array.from({ length: 11_500 }, (_, n) => line(n)).join('')}`
    await window.desk.invoke('functions.saveDraft', {
      accountId: account?.id ?? '',
      connectionId,
      role: 'verifier',
      source,
    })
  }, CONNECTION)
  await page.evaluate(() => {
    const long: number[] = []
    Object.assign(globalThis, { long })
    new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    })
  })
  await page.getByText('Verifier', { exact: true }).first().click()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByText(/11,50[12] lines/)).toBeVisible()
  await append(page, 'x = 1')
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('ControlOrMeta+Shift+D')
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText(/\+11,50/)
  const long = await page.evaluate(() => (globalThis as unknown as { long: number[] }).long)
  console.log('long tasks, ms:', long.map(Math.round).join(' '))
  expect(await seriousFindings(page)).toEqual([])
  expect(refused).toEqual([])
})
