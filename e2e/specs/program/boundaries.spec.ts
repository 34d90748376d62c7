import { request } from 'node:http'
import { expect, test } from '../../steps/fixtures.ts'

test('the page has no Node', async ({ startDesk }) => {
  const { page } = await startDesk()
  expect(
    await page.evaluate(() => [
      typeof Reflect.get(globalThis, 'require'),
      typeof Reflect.get(globalThis, 'process'),
      typeof Reflect.get(globalThis, 'Buffer'),
    ]),
  ).toEqual(['undefined', 'undefined', 'undefined'])
})

test('the bridge is frozen and holds two functions', async ({ startDesk }) => {
  const { page } = await startDesk()
  expect(
    await page.evaluate(() => {
      const desk = window.desk as unknown as Record<string, unknown>
      const before = desk.invoke
      try {
        desk.invoke = () => 'mine'
      } catch {
        // strict code throws here, which is as good
      }
      return { keys: Object.keys(desk).toSorted(), kept: desk.invoke === before, frozen: Object.isFrozen(desk) }
    }),
  ).toEqual({ keys: ['invoke', 'on'], kept: true, frozen: true })
})

test('unknown operations and hostile input are refused, and the window lives on', async ({ startDesk }) => {
  const { page } = await startDesk()
  const results = await page.evaluate(async () => {
    const invoke = window.desk.invoke as (name: string, input?: unknown) => Promise<unknown>
    const settle = (work: () => Promise<unknown>) =>
      work().then(
        (value) => value as { ok: boolean; problem?: { code: string } },
        (error: unknown) => ({ ok: false, problem: { code: `rejected: ${String(error).slice(0, 60)}` } }),
      )
    const cyclic: Record<string, unknown> = {}
    cyclic.self = cyclic
    return Promise.all([
      settle(() => invoke('no.such')),
      settle(() => invoke('__proto__')),
      settle(() => invoke('sessions.query', { limit: 1e9 })),
      settle(() => invoke('sessions.query', { sort: 'id; DROP TABLE sessions' })),
      settle(() => invoke('replay.open', { sessionId: '' })),
      settle(() => invoke('replay.open', { sessionId: ['x'] })),
      settle(() => invoke('accounts.test', cyclic)),
      settle(() => invoke('settings.set', { leaseLeadS: Number.NaN })),
      settle(() => invoke('settings.set', { theme: 'purple' })),
      settle(() => invoke('frame.save', { sessionId: 'x', atMs: 0, png: new Uint8Array([1, 2, 3]) })),
    ])
  })
  expect(results.map(({ ok }) => ok)).toEqual(Array(10).fill(false))
  expect(results.map((result) => result.problem?.code)).toEqual(Array(10).fill('invalid-input'))
  // A prototype that travels as a key sets nothing, here or there.
  const after = await page.evaluate(async () => {
    const invoke = window.desk.invoke as (name: string, input?: unknown) => Promise<unknown>
    await invoke('settings.set', JSON.parse('{"__proto__":{"theme":"dark"}}'))
    return [await window.desk.invoke('settings.get'), 'theme' in {}]
  })
  expect(after).toMatchObject([{ ok: true, value: { theme: 'system' } }, false])
  expect(await page.evaluate(() => window.desk.invoke('app.info'))).toMatchObject({ ok: true })
})

test('a frame of the page has no bridge', async ({ startDesk }) => {
  const { page } = await startDesk()
  expect(
    await page.evaluate(() => {
      const frame = document.createElement('iframe')
      document.body.append(frame)
      const inner = frame.contentWindow as unknown as Record<string, unknown>
      const found = typeof inner.desk
      frame.remove()
      return found
    }),
  ).toBe('undefined')
})

test('foreign navigation and new windows are refused', async ({ startDesk }) => {
  const { page, context, recorded } = await startDesk()
  const at = page.url()
  await page.evaluate(() => {
    window.open('https://example.com/popup')
    const link = Object.assign(document.createElement('a'), { href: 'https://example.com/link', target: '_blank' })
    document.body.append(link)
    link.click()
    location.href = 'https://example.com/away'
  })
  await expect
    .poll(async () => (await recorded()).some(({ what }) => what === 'navigation-refused' || what === 'navigation'))
    .toBe(true)
  expect(page.url()).toBe(at)
  // A stray page is closed a moment after it opened.
  await expect.poll(() => context.pages().length).toBe(1)
  expect(await page.evaluate(() => window.desk.invoke('app.info'))).toMatchObject({ ok: true })
  expect((await recorded()).filter(({ what }) => what === 'openExternal')).toEqual([])
})

test('permissions are refused but for copying and full screen', async ({ startDesk }) => {
  const { page } = await startDesk()
  const states = await page.evaluate(async () => {
    const names = ['geolocation', 'camera', 'microphone', 'notifications', 'clipboard-read'] as PermissionName[]
    return Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state))
  })
  expect(states).toEqual(Array(5).fill('denied'))
  expect(
    await page.evaluate(
      () =>
        navigator.geolocation &&
        new Promise((done) =>
          navigator.geolocation.getCurrentPosition(
            () => done('given'),
            () => done('refused'),
          ),
        ),
    ),
  ).toBe('refused')
})

test('scripts of others do not run: no inline script, no eval, no foreign source', async ({ startDesk }) => {
  const { page } = await startDesk()
  const ran = await page.evaluate(async () => {
    const flags = globalThis as unknown as { inlineRan?: boolean; textRan?: boolean }
    const script = document.createElement('script')
    script.textContent = 'globalThis.inlineRan = true'
    document.body.append(script)
    // Text as code, in a turn of the page's own: the debugger's turn would be let through.
    setTimeout('globalThis.textRan = true' as never, 0)
    await new Promise((done) => setTimeout(done, 50))
    const reached = await fetch('https://example.com/').then(
      () => true,
      () => false,
    )
    return { inline: flags.inlineRan === true, evaluated: flags.textRan === true, reached }
  })
  expect(ran).toEqual({ inline: false, evaluated: false, reached: false })
})

test('the program’s server refuses requests without its secret', async ({ startDesk }) => {
  const { port, runtime } = await startDesk()
  // Under Electron there is no server at all: the scheme lives inside the browser.
  if (runtime.startsWith('Electron')) return expect(port).toBeNull()
  const status = (headers: Record<string, string>) =>
    new Promise<number | undefined>((done, failed) => {
      request({ host: '127.0.0.1', port, path: '/', headers }, (answer) => {
        answer.resume()
        done(answer.statusCode)
      })
        .on('error', failed)
        .end()
    })
  expect(await status({})).toBe(403)
  expect(await status({ host: 'desk.localhost' })).toBe(403)
  expect(await status({ host: 'desk.localhost', origin: 'https://evil.example' })).toBe(403)
})
