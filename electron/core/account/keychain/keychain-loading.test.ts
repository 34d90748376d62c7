import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('a library that the environment names is not loaded in place of the keychain’s', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-planted-'))
  const planted = join(folder, 'planted.cjs')
  const trace = join(folder, 'was-loaded')
  writeFileSync(planted, `require('node:fs').writeFileSync(${JSON.stringify(trace)}, '')`)
  // Another platform's name, so that no D-Bus is asked before the library is loaded.
  const script = `
    const { createOsKeychain } = await import(process.argv[2])
    const log = { info() {}, warn() {}, error() {} }
    await createOsKeychain({ service: 'Replay Desk test', log, platform: 'darwin', timeoutMs: 2000 }).read('none')
    console.log(process.env.NAPI_RS_NATIVE_LIBRARY_PATH ?? 'gone', process.env.NAPI_RS_FORCE_WASI ?? 'gone')
    process.exit()`
  writeFileSync(join(folder, 'ask.mjs'), script)
  const args = [join(folder, 'ask.mjs'), new URL('./keychain.ts', import.meta.url).href]
  const env = { PATH: process.env.PATH, NAPI_RS_NATIVE_LIBRARY_PATH: planted, NAPI_RS_FORCE_WASI: 'true' }
  const said = execFileSync(process.execPath, args, { env, encoding: 'utf8' })
  expect([said.trim(), existsSync(trace)]).toEqual(['gone gone', false])
  rmSync(folder, { recursive: true })
})
