import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKeyring, type Keyring, LOCKED, noKeyring, UNLOCKED } from '../testing/keyring.ts'

const reason = noKeyring
if (reason) process.stderr.write(`${reason}\n`)

let keyring: Keyring
beforeAll(() => {
  keyring = createKeyring()
})
afterAll(() => keyring.remove())

type Report = {
  results: { ok: boolean; value?: unknown; problem?: { code: string; message: string } }[]
  ms: number
  lagMs: number
}

/** Runs calls on a keychain in a program of its own; also how long it kept its event loop from anything else. */
const script = (calls: string, timeoutMs: number): string => `
  const { createOsKeychain } = await import(${JSON.stringify(join(import.meta.dirname, 'keychain.ts'))})
  const log = { info() {}, warn() {}, error() {} }
  const keychain = createOsKeychain({ service: 'Replay Desk', timeoutMs: ${timeoutMs}, log })
  let last = performance.now(), lagMs = 0
  setInterval(() => { lagMs = Math.max(lagMs, performance.now() - last - 10); last = performance.now() }, 10)
  const begun = performance.now()
  const results = []
  for (const call of [${calls}]) results.push(await call())
  console.log(JSON.stringify({ results, ms: performance.now() - begun, lagMs }))
  process.exit(0)`

const withoutBus = (calls: string, env: NodeJS.ProcessEnv) => keyring.runNode<Report>(script(calls, 8_000), env)
const onBus = (prepare: string, calls: string, timeoutMs = 8_000) =>
  keyring.runOnBus<Report>(prepare, script(calls, timeoutMs))

const RAW = /d-?bus|org\.freedesktop|secret service|platform/i

describe('the real keychain', () => {
  test('K02: reports at once that there is no bus', async () => {
    const env = { DBUS_SESSION_BUS_ADDRESS: undefined, XDG_RUNTIME_DIR: '/nonexistent' }
    const { results, ms } = await withoutBus(`() => keychain.read('a'), () => keychain.write('a', 'x')`, env)
    expect(results).toMatchObject([{ problem: { code: 'keychain' } }, { problem: { code: 'keychain' } }])
    expect(results[0]?.problem?.message).not.toMatch(/org\.freedesktop|platform/i)
    expect(ms).toBeLessThan(2_000)
  })

  test('K05: without a keychain nothing is kept elsewhere: no store with a fixed key, no key ring of the kernel', async () => {
    const env = { DBUS_SESSION_BUS_ADDRESS: undefined, XDG_RUNTIME_DIR: '/nonexistent' }
    const before = readdirSync(keyring.home)
    const { results } = await withoutBus(`() => keychain.write('k05', 'x'), () => keychain.read('k05')`, env)
    expect(results).toMatchObject([
      { ok: false, problem: { code: 'keychain' } },
      { ok: false, problem: { code: 'keychain' } },
    ])
    const kernel = existsSync('/proc/keys') ? readFileSync('/proc/keys', 'utf8') : ''
    expect(kernel).not.toContain('k05')
    expect(readdirSync(keyring.home)).toEqual(before)
  })

  test('K02: a bus that accepts and never answers holds nothing up', async () => {
    const socket = join(keyring.home, 'dead')
    const server = createServer(() => {})
    await new Promise<void>((resolve) => server.listen(socket, resolve))
    const env = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${socket}` }
    const { results, lagMs } = await withoutBus(`() => keychain.read('a')`, env)
    server.close()
    expect(results).toMatchObject([{ problem: { code: 'keychain' } }])
    expect(lagMs).toBeLessThan(1_000)
  })

  test('K01: a bus without a keychain service', async (context) => {
    if (reason) return context.skip(reason)
    const { results } = await onBus('true', `() => keychain.write('a', 'x')`)
    expect(results).toMatchObject([{ problem: { code: 'keychain', message: 'No keychain service is running.' } }])
  })

  test('K04, K07: tokens up to 5,000 bytes come back whole, whatever the desktop is called', async (context) => {
    if (reason) return context.skip(reason)
    const calls = `
      () => keychain.read('a'), () => keychain.write('a', 'x'.repeat(5000)), () => keychain.read('a'),
      () => keychain.write('a', 'ключ 🗝'), () => keychain.read('a'), () => keychain.remove('a'), () => keychain.read('a'),
      () => keychain.remove('a')`
    const { results } = await onBus(`export XDG_CURRENT_DESKTOP=i3; ${UNLOCKED}`, calls)
    const done = { ok: true }
    expect(results).toEqual([
      { ok: true, value: null },
      done,
      { ok: true, value: 'x'.repeat(5_000) },
      done,
      { ok: true, value: 'ключ 🗝' },
      done,
      { ok: true, value: null },
      done,
    ])
  })

  test('K01: locked and the prompt is not answered: a plain sentence in time, the program ends, and the token is still there', async (context) => {
    if (reason) return context.skip(reason)
    await onBus(UNLOCKED, `() => keychain.write('kept', 'token')`)
    const locked = await onBus(LOCKED, `() => keychain.read('kept'), () => keychain.write('kept', 'other')`, 1_500)
    expect(locked.results).toMatchObject([{ problem: { code: 'keychain' } }, { problem: { code: 'keychain' } }])
    for (const { problem } of locked.results) expect(problem?.message).not.toMatch(RAW)
    expect(locked.results[0]?.problem?.message).toContain('locked')
    // The native library alone would hold the program for the bus's own 25 s a call.
    expect(locked.wholeMs).toBeLessThan(15_000)
    expect((await onBus(UNLOCKED, `() => keychain.read('kept')`)).results).toEqual([{ ok: true, value: 'token' }])
  }, 60_000)
})
