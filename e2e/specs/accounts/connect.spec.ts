import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { activeAccount, connect, expect, sessionRows, test } from '../../steps/fixtures.ts'

test.use({ shared: true })

test('with a key: sessions appear, and the form says where the key is saved', async ({ startDesk, startService }) => {
  const service = await startService()
  const { page } = await startDesk()
  await connect(page, service)
  await expect(sessionRows(page).first()).toBeVisible()
  await expect(page.getByText(/in the system keychain|until you quit/).first()).toBeVisible()
  const authorised = service.requests.filter(
    ({ server, headerNames }) => server === 'api' && headerNames.includes('authorization'),
  )
  expect(authorised.length).toBeGreaterThan(0)
})

test('with user name and password: an expired token is renewed silently', async ({ startDesk, startService }) => {
  const service = await startService()
  const { page } = await startDesk()
  await page.getByText('User name and password').click()
  await page.getByLabel('Address of the service').fill(service.baseUrl)
  await page.getByLabel('User name').last().fill(service.userName)
  await page.getByRole('textbox', { name: 'Password' }).fill(service.password)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(sessionRows(page).first()).toBeVisible()

  service.expireTokens()
  const before = service.requests.length
  await page.evaluate(() => window.desk.invoke('sessions.sync'))
  await expect
    .poll(() => service.requests.slice(before).map(({ path, status }) => `${path.split('/').at(-1)} ${status}`))
    .toEqual(expect.arrayContaining(['token 200', 'sessions 200']))
  expect(await page.evaluate(() => window.desk.invoke('accounts.list'))).toMatchObject({ value: [{ signedIn: true }] })
})

test('distinguishes a wrong key from a wrong server', async ({ startDesk, startService }) => {
  const service = await startService()
  const { page } = await startDesk()
  await connect(page, { baseUrl: service.baseUrl, key: 'not-the-key' })
  await expect(page.getByText('The service rejected the key').first()).toBeVisible()
  await expect(sessionRows(page)).toHaveCount(0)

  await page.getByRole('textbox', { name: 'API key' }).fill('still-not-the-key')
  await page.getByRole('button', { name: 'Test' }).click()
  const report = page.getByLabel('Result of the test')
  await expect(report).toContainText(/Response time: \d+ ms/)
  await expect(report).not.toContainText('Accepted')
})

test('a refused key stays in its field, masked, until it is corrected', async ({ startDesk, startService }) => {
  const service = await startService()
  const { page } = await startDesk()
  const wrong = `${service.key}-and-more`
  await connect(page, { baseUrl: service.baseUrl, key: wrong })
  const field = page.getByRole('textbox', { name: 'API key' })
  await expect(field).toHaveAccessibleDescription(/rejected the key\. Check that you pasted the complete key/)
  await expect(field).toHaveValue(wrong)
  await expect(field).toHaveAttribute('type', 'password')
  await expect(field).toBeFocused()
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(kept).not.toContain(wrong)

  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByLabel('Result of the test')).toContainText('Rejected')
  await expect(field).toHaveValue(wrong)
  await field.fill(service.key)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(sessionRows(page).first()).toBeVisible()
})

test('a refused password stays in the form that signs in again', async ({ startConnected }) => {
  const { page } = await startConnected()
  const id = await activeAccount(page)
  await page.evaluate((accountId) => window.desk.invoke('accounts.signOut', { accountId }), id)
  await page.getByRole('button', { name: 'Sign in again' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('User name and password').click()
  await dialog.getByLabel('User name').last().fill('nobody')
  const password = dialog.getByRole('textbox', { name: 'Password' })
  await password.fill('not the password')
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(password).toHaveAccessibleDescription(/rejected the user name or password/)
  await expect(password).toHaveValue('not the password')
  await expect(password).toHaveAttribute('type', 'password')
})

test('names an address without its path, in Connect and in Test', async ({ startDesk, startService }) => {
  const service = await startService()
  const { origin, pathname } = new URL(service.baseUrl)
  const server = createServer((_request, response) => void response.writeHead(404).end('not here'))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const bare = pathname === '/' ? `http://127.0.0.1:${(server.address() as AddressInfo).port}` : origin
  try {
    const { page } = await startDesk()
    await connect(page, { baseUrl: bare, key: service.key })
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('may be missing a path such as /api/v1')
    await expect(alert).toContainText(`${bare}/health`)
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(page.getByLabel('Result of the test')).toContainText('may be missing a path such as /api/v1')
  } finally {
    server.close()
  }
})

test('a server that is none of this kind, and one that is not there', async ({ startDesk }) => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Welcome to nginx</body></html>')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  try {
    const { page } = await startDesk()
    await connect(page, { baseUrl: `http://127.0.0.1:${port}`, key: 'k' })
    await expect(page.getByText('The service returned a web page instead of data.').first()).toBeVisible()
    await connect(page, { baseUrl: 'http://127.0.0.1:9', key: 'k' })
    await expect(page.getByText(/Couldn't reach|key is too short/i).first()).toBeVisible()
    await connect(page, { baseUrl: 'ftp://files.example', key: 'k' })
    await expect(page.getByText(/http/i).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeEnabled()
  } finally {
    server.close()
  }
})

test('the test says when a service works but lists nothing', async ({ startDesk, startService }) => {
  const service = await startService()
  service.faults.api.listSupported = false
  const { page } = await startDesk()
  await page.getByLabel('Address of the service').fill(service.baseUrl)
  await page.getByRole('textbox', { name: 'API key' }).fill(service.key)
  await page.getByRole('button', { name: 'Test' }).click()
  await expect(page.getByLabel('Result of the test')).toContainText('does not list sessions')
})
