import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { cookieSecrets, openPortal, openProfile } from '../../steps/cookie-steps.ts'
import { connect, expect, openSample, sessionRows, test } from '../../steps/fixtures.ts'

test.use({ shared: true })

/** The sample's cookies move on with each read: a token rotates and lasts longer, a cart becomes an order. */
const NO_KEYCHAIN = { DBUS_SESSION_BUS_ADDRESS: '', XDG_RUNTIME_DIR: '/nonexistent' }
const hasKeyring = ['dbus-run-session', 'gnome-keyring-daemon'].every(
  (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0,
)

const openSamplePortal = async (page: Page): Promise<void> => {
  await openSample(page)
  await openPortal(page)
}
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Export cookies' })
const openExport = async (page: Page) => {
  await page.getByRole('button', { name: 'Export…' }).click()
  await expect(dialogOf(page)).toBeVisible()
  return dialogOf(page)
}
const panelOf = (page: Page) => page.getByRole('region', { name: 'Snapshots' })
const showSnapshots = async (page: Page) => {
  await page.getByRole('button', { name: 'Snapshots', exact: true }).click()
  return panelOf(page)
}
/** Reads a second time: the cart has become an order. */
const readAgain = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByRole('grid', { name: 'Cookies' })).toContainText('last_order')
}
const kept = (page: Page, label: string) => panelOf(page).getByRole('listitem', { name: label })
const keep = async (page: Page, label: string): Promise<void> => {
  await panelOf(page).getByRole('textbox', { name: 'Label of the snapshot' }).fill(label)
  await page.keyboard.press('Enter')
  await expect(kept(page, label)).toBeVisible()
}
const changes = (page: Page) => page.getByRole('grid', { name: 'Changes' })
const change = (page: Page, name: string) => changes(page).getByRole('row').filter({ hasText: name })
const inPage = (page: Page, text: string) =>
  page.evaluate((words) => document.documentElement.outerHTML.includes(words), text)

test('C08, C15: cookies.txt is saved for the person alone; the preview names what it cannot hold', async ({
  startDesk,
  folder,
}) => {
  const { page, answer } = await startDesk()
  await openSamplePortal(page)
  const dialog = await openExport(page)
  await expect(dialog).toContainText('All 12 cookies')
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('# Netscape HTTP Cookie File')
  const losses = dialog.getByRole('list', { name: 'Not exported' })
  await expect(losses.getByRole('listitem').filter({ hasText: 'Partitioned' })).toHaveText(
    /^1 cookie left out\. .*embed_chat$/,
  )
  await expect(losses.getByRole('listitem').filter({ hasText: 'expired' })).toHaveText(
    /^1 cookie left out\. .*trial_banner$/,
  )
  await expect(losses).toContainText('SameSite (10 cookies). The format cannot store it')
  for (const secret of cookieSecrets) expect(await inPage(page, secret)).toBe(false)

  const file = join(folder, 'portal.txt')
  await answer('showSaveDialog', { canceled: false, filePath: file })
  await dialog.getByRole('button', { name: 'Save 10 cookies' }).click()
  await expect(page.getByText('Saved 10 cookies in portal.txt.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const lines = readFileSync(file, 'utf8').split('\n')
  expect(lines[0]).toBe('# Netscape HTTP Cookie File')
  expect(lines.filter((line) => line.includes('\t'))).toHaveLength(10)
  expect(lines.join()).toContain('s3.5f0e71c94d.8a')
})

test('C05: an expired cookie comes along when it is asked for; a format that can hold all says so', async ({
  startDesk,
}) => {
  const { page } = await startDesk()
  await openSamplePortal(page)
  const dialog = await openExport(page)
  await dialog.getByRole('radio', { name: /^JSON/ }).check()
  await expect(dialog.getByRole('button', { name: 'Save 11 cookies' })).toBeVisible()
  await dialog.getByRole('switch', { name: 'Include 1 expired cookie' }).check()
  await expect(dialog.getByRole('button', { name: 'Save 12 cookies' })).toBeVisible()
  await expect(dialog.getByText('Everything is exported.')).toBeVisible()
})

test('C09: a storageState leaves out what Chromium refuses when asked to, and is offered again next time', async ({
  startDesk,
  startService,
  folder,
}) => {
  const service = await startService()
  const base = { domain: 'a.example', path: '/', secure: true }
  const cookies = [
    { ...base, name: 'good', value: 'v' },
    { ...base, name: 'tab', value: 'a\tb' },
    { ...base, name: 'loose', value: 'v', secure: false, sameSite: 'no_restriction' },
  ]
  service.faults.api.next.push({ status: 200, times: 1, body: { cookies }, match: '/cookies' })
  const { page, answer } = await startDesk()
  await connect(page, service)
  await expect(sessionRows(page).first()).toBeVisible()
  await openProfile(page, /Ticket desk/)
  await expect(page.getByRole('grid', { name: 'Cookies' })).toContainText('loose')
  const dialog = await openExport(page)
  await expect(dialog.getByRole('switch', { name: /Chromium/ })).toHaveCount(0)
  await dialog.getByRole('radio', { name: /storageState/ }).check()
  await expect(dialog).toContainText('Playwright rejects a file with one of them.')
  await expect(dialog.getByRole('button', { name: 'Save 1 cookie', exact: true })).toBeVisible()
  const lost = dialog.getByRole('list', { name: 'Not exported' })
  await expect(lost).toContainText('Chromium refuses them, and Playwright then refuses the whole file.tab')
  await expect(lost).toContainText('Chromium drops them silently.loose')
  const keep = dialog.getByRole('switch', { name: 'Include 2 cookies that Chromium refuses' })
  await keep.check()
  await expect(dialog.getByRole('button', { name: 'Save 3 cookies' })).toBeVisible()
  await keep.uncheck()
  const file = join(folder, 'state.json')
  await answer('showSaveDialog', { canceled: false, filePath: file })
  await dialog.getByRole('button', { name: 'Save 1 cookie', exact: true }).click()
  await expect(page.getByText('Saved 1 cookie in state.json.')).toBeVisible()
  expect(JSON.parse(readFileSync(file, 'utf8')).cookies.map(({ name }: { name: string }) => name)).toEqual(['good'])
  await openExport(page)
  await expect(dialog.getByRole('radio', { name: /storageState/ })).toBeChecked()
})

test('what a filter leaves is preselected; a header holds only what is sent to its address', async ({ startDesk }) => {
  const { page } = await startDesk()
  await openSamplePortal(page)
  await page.getByRole('searchbox', { name: 'Filter cookies' }).fill('embed')
  await expect(page.getByRole('grid', { name: 'Cookies' }).getByRole('row')).toHaveCount(4)
  const dialog = await openExport(page)
  await expect(dialog.getByRole('radio', { name: 'Filtered 3' })).toBeChecked()
  await dialog.getByRole('radio', { name: /^Cookie header/ }).check()
  const address = dialog.getByRole('textbox', { name: 'Address' })
  await address.fill('https://portal.northgate.example/')
  await expect(dialog.getByRole('button', { name: 'Nothing to save' })).toBeDisabled()
  await expect(dialog.getByRole('list', { name: 'Not exported' })).toContainText('3 cookies left out')
  await address.fill('widget.northgate.example')
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('Cookie: embed=••••••••')
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Copied 1 cookie as a Cookie header. The clipboard is cleared in 30 s.')).toBeVisible()
})

test('the export by keyboard alone: formats, address, the focus stays inside, Enter saves, Esc leaves', async ({
  startDesk,
  folder,
}) => {
  const { page, answer } = await startDesk()
  await openSamplePortal(page)
  const grid = page.getByRole('grid', { name: 'Cookies' })
  await grid.focus()
  await page.keyboard.press('e')
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('radio', { name: /^cookies\.txt/ })).toBeFocused()
  await page.keyboard.press('ArrowUp') // round to the last
  await expect(dialog.getByRole('radio', { name: /^curl command/ })).toBeChecked()
  await page.keyboard.press('Tab')
  const address = dialog.getByRole('textbox', { name: 'Address' })
  await expect(address).toBeFocused()
  await expect(address).toHaveValue('https://portal.northgate.example/')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('ftp://portal.northgate.example')
  await expect(dialog.getByText('Use an http or https address.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('https://portal.northgate.example/orders')
  await expect(dialog.getByRole('button', { name: 'Save 7 cookies' })).toBeEnabled()
  for (let step = 0; step < 14; step++) {
    await page.keyboard.press('Tab')
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await address.focus()
  const file = join(folder, 'orders.sh')
  await answer('showSaveDialog', { canceled: false, filePath: file })
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved 7 cookies in orders.sh.')).toBeVisible()
  expect(readFileSync(file, 'utf8')).toMatch(/^curl .*'https:\/\/portal\.northgate\.example\/orders'/)
  await grid.focus()
  await page.keyboard.press('e')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(grid).toBeFocused()
})

test('reads are kept, marked and compared, and the marks say what signs in', async ({ startDesk }) => {
  const { page } = await startDesk({ env: NO_KEYCHAIN })
  await openSamplePortal(page)
  const panel = await showSnapshots(page)
  await expect(panel.getByText('No snapshots yet')).toBeVisible()
  const hints = panel.getByRole('region', { name: 'Sign-in cookies' })
  await expect(hints).toContainText('Mark one snapshot as signed in and one as signed out.')
  await keep(page, 'At the sign-in page')
  await readAgain(page)
  await keep(page, 'In the shop')
  await kept(page, 'At the sign-in page').getByText('Signed out', { exact: true }).click()
  await expect(hints).toContainText('1 snapshot signed out. Mark one as signed in as well.')
  await kept(page, 'In the shop').getByText('Signed in', { exact: true }).click()
  await expect(hints.getByRole('listitem').filter({ hasText: 'last_order' })).toContainText('Weak')
  await kept(page, 'In the shop').getByText('Only hashes of the values').click()
  await expect(kept(page, 'In the shop')).toContainText('The snapshot can be compared, but not exported or revealed.')

  // Two kept as hashes, each under a salt of its own: sizes are all that can be compared, and it says so.
  await kept(page, 'At the sign-in page').getByRole('checkbox').check()
  await kept(page, 'In the shop').getByRole('checkbox').check()
  await panel.getByRole('button', { name: 'Compare two' }).click()
  await expect(page.getByText(/have only hashes with different keys/)).toBeVisible()
  await expect(page.getByRole('toolbar', { name: 'Comparison' })).toContainText(/Before\s*At the sign-in page/)
  await expect(change(page, 'last_order')).toContainText('Added')
  await expect(change(page, 'cart')).toContainText('Removed')
  await page.keyboard.press('Escape')

  // A hash and a value can be compared.
  await panel
    .getByRole('listitem', { name: 'At the sign-in page' })
    .getByRole('button', { name: /^Compare/ })
    .click()
  await expect(change(page, '__Secure-refresh')).toContainText('Rotated, extended')
  await expect(change(page, '__Secure-refresh')).toContainText(/expires 24 h later: \d{4}-\d\d-\d\d → \d{4}-\d\d-\d\d/)
  await expect(page.getByText('9 unchanged')).toBeVisible()

  // All of a cookie is fetched when it is looked at, also of the next one.
  await change(page, '__Secure-refresh').click()
  await page.getByRole('button', { name: 'All fields after' }).click()
  const details = page.getByRole('complementary', { name: 'Details' })
  await expect(details).toContainText('__Secure-refresh')
  await change(page, 'last_order').click()
  await expect(details).toContainText('last_order')
  await page.getByRole('button', { name: 'Show changed fields only' }).click()
  await expect(details).toHaveCount(0)

  await page.keyboard.press('/')
  await page.keyboard.type('refresh')
  await page.keyboard.press('ArrowDown')
  await expect(changes(page).getByRole('row', { selected: true })).toContainText('__Secure-refresh')
})

test('a snapshot without values explains why it cannot be exported', async ({ startDesk }) => {
  const { page } = await startDesk({ env: NO_KEYCHAIN })
  await openSamplePortal(page)
  await showSnapshots(page)
  await keep(page, 'Hashes')
  await kept(page, 'Hashes').getByRole('button', { name: 'Open' }).click()
  await expect(kept(page, 'Hashes')).toHaveAttribute('aria-current', 'true')
  const dialog = await openExport(page)
  await expect(dialog).toContainText('Only hashes of the values were saved')
  await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Copy' })).toBeDisabled()
})

test('snapshots and a comparison by keyboard: open, rename, remove with undo, choose, go through, leave', async ({
  startDesk,
}) => {
  const { page } = await startDesk({ env: NO_KEYCHAIN })
  await openSamplePortal(page)
  await showSnapshots(page)
  await keep(page, 'First')
  await readAgain(page)
  await kept(page, 'First').getByRole('checkbox').focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('Before the order')
  await page.keyboard.press('Enter')
  await expect(kept(page, 'Before the order').getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(kept(page, 'Before the order')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(kept(page, 'Before the order')).toBeVisible()

  await kept(page, 'Before the order').getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await panelOf(page).getByRole('button', { name: 'Compare two' }).focus()
  await page.keyboard.press('Enter')
  await expect(changes(page)).toBeFocused()
  await page.keyboard.press('Home')
  const sides = page.getByRole('complementary', { name: 'Both sides' })
  await expect(sides.getByRole('heading')).toHaveText('last_order')
  await page.keyboard.press('x') // the other way round
  await expect(change(page, 'last_order')).toContainText('Removed')
  await page.keyboard.press('x')
  await page.keyboard.press('d')
  await expect(sides).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(sides).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('secure')
  await expect(changes(page).getByRole('row')).toHaveCount(2)
  await page.keyboard.press('ArrowDown') // to the table
  await page.keyboard.press('End')
  await expect(sides.getByRole('heading')).toHaveText('__Secure-refresh')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('grid', { name: 'Cookies' })).toBeVisible()
})

test('keys go on in the table when a panel with the focus goes away; a comparison keeps the keys of the read', async ({
  startDesk,
}) => {
  const { page } = await startDesk({ env: NO_KEYCHAIN })
  await openSamplePortal(page)
  await showSnapshots(page)
  await keep(page, 'First')
  await kept(page, 'First').getByRole('checkbox').focus()
  await page.keyboard.press('s')
  await expect(panelOf(page)).toHaveCount(0)
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  const cookies = page.getByRole('grid', { name: 'Cookies' })
  await expect(cookies.getByRole('row', { selected: true })).toContainText('__Secure-refresh')

  await readAgain(page)
  await page.keyboard.press('s')
  await kept(page, 'First')
    .getByRole('button', { name: /^Compare/ })
    .click()
  await expect(changes(page)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Refresh', exact: true })).toHaveCount(0)
  for (const key of ['e', 'r', 's']) await page.keyboard.press(key)
  await expect(dialogOf(page)).toHaveCount(0)
  await page.keyboard.press('Home')
  const sides = page.getByRole('complementary', { name: 'Both sides' })
  const splitter = sides.getByRole('separator', { name: 'Resize both sides' })
  await splitter.focus()
  await page.keyboard.press('ArrowDown')
  await expect(splitter).toHaveAttribute('aria-valuenow', '240')
  await page.keyboard.press('d')
  await expect(sides).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(changes(page).getByRole('row', { selected: true })).toContainText('cart')
  await page.keyboard.press('Escape')
  await expect(panelOf(page)).toBeVisible()
})

/** A bus that accepts every client and answers nothing after the greeting. */
const startSilentBus = async (path: string) => {
  const WELCOME = Buffer.from('6c020001000000000100000008000000' + '0501750001000000', 'hex') // the reply to message 1
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('OK 0123456789abcdef\r\n')
      socket.once('data', () => socket.write(WELCOME))
    })
  })
  await new Promise<void>((resolve) => server.listen(path, resolve))
  return () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
}

test('keeping waits for a keychain that does not answer, says so, and can be called off', async ({
  startDesk,
  folder,
}) => {
  const socket = join(folder, 'bus')
  const endBus = await startSilentBus(socket)
  try {
    const { page } = await startDesk({ env: { ...NO_KEYCHAIN, DBUS_SESSION_BUS_ADDRESS: `unix:path=${socket}` } })
    await openSamplePortal(page)
    const panel = await showSnapshots(page)
    const label = panel.getByRole('textbox', { name: 'Label of the snapshot' })
    await label.fill('Called off')
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('status')).toContainText('Waiting for the keychain')
    await panel.getByRole('button', { name: 'Cancel' }).click()
    await expect(panel.getByRole('status')).toHaveCount(0)
    await expect(label).toBeFocused()
    endBus()
    await keep(page, 'Kept')
    await expect(kept(page, 'Kept')).toContainText('Only hashes of the values')
    await expect(kept(page, 'Called off')).toHaveCount(0)
  } finally {
    endBus()
  }
})

/** A keychain of its own, on a bus of its own, until it is ended. */
const startKeyring = async (home: string): Promise<{ address: string; process: ChildProcess }> => {
  const script = `echo -n pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
    echo "$DBUS_SESSION_BUS_ADDRESS"; exec sleep 300`
  const child = spawn('dbus-run-session', ['--', 'bash', '-c', script], {
    env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: home },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  const address = await new Promise<string>((resolve) =>
    child.stdout.once('data', (out) => resolve(String(out).trim())),
  )
  return { address, process: child }
}

test('with a keychain the values of a snapshot are kept, and both sides are revealed for comparison', async ({
  startDesk,
  folder,
}) => {
  test.skip(!hasKeyring, 'gnome-keyring and dbus-run-session are not installed')
  const keyring = await startKeyring(folder)
  try {
    const { page } = await startDesk({ env: { DBUS_SESSION_BUS_ADDRESS: keyring.address } })
    await openSamplePortal(page)
    await showSnapshots(page)
    await keep(page, 'Encrypted')
    await expect(kept(page, 'Encrypted')).toContainText('Values encrypted')
    await readAgain(page)
    await kept(page, 'Encrypted')
      .getByRole('button', { name: /^Compare/ })
      .click()
    await change(page, '__Secure-refresh').click()
    const values = page.getByRole('complementary', { name: 'Both sides' }).getByRole('region', { name: 'Values' })
    expect(await inPage(page, '4b7e')).toBe(false)
    await values.getByRole('button', { name: 'Reveal for one minute' }).click()
    await expect(values).toContainText('r1%7C4b7e%7C9920')
    await expect(values).toContainText('r2%7C4b7e%7C9921')
    await expect(values.locator('mark').first()).toHaveText('1%7C4b7e%7C9920')
    await values.getByRole('button', { name: 'Mask again' }).click()
    expect(await inPage(page, '4b7e')).toBe(false)
  } finally {
    if (keyring.process.pid) process.kill(-keyring.process.pid)
  }
})
