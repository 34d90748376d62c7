import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FuseV1Options } from '@electron/fuses'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { checkDesktopEntries } from './build-package.ts'
import { FUSES, makeStandIn, wrongFuses } from './fuses.ts'

const root = join(import.meta.dirname, '../../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const config = parse(read('electron-builder.yml'))
const adhoc = parse(read('electron-builder.adhoc.yml'))

/** The keys that a property list grants. */
const entitlements = (path: string): string[] =>
  [...read(path).matchAll(/<key>([^<]+)<\/key>\s*<true\/>/g)].map(([, key = '']) => key).sort()

test('a deb has a homepage on a reserved domain', () => {
  const homepage = new URL(config.extraMetadata.homepage)
  expect(homepage.protocol).toBe('https:')
  expect(homepage.hostname).toMatch(/\.example$/)
})

test('no configuration switches the sandbox off, also not by saying nothing', () => {
  expect(read('electron-builder.yml').replaceAll(/^\s*#.*$/gm, '')).not.toContain('sandbox')
  // Without these two, electron-builder puts --no-sandbox into the entry of an AppImage.
  expect(config.appImage.executableArgs).toEqual([])
  expect(config.toolsets.appimage).not.toBe('0.0.0')
  const entry = (args: string) => `[Desktop Entry]\nExec=AppRun ${args}\n`
  const fine = { appImage: entry('%U'), deb: entry('%U') }
  expect(() => checkDesktopEntries(fine)).not.toThrow()
  if (process.platform !== 'linux') return // such entries are made on Linux alone
  expect(() => checkDesktopEntries({ ...fine, appImage: entry('--no-sandbox %U') })).toThrow('sandbox')
  expect(() => checkDesktopEntries({ appImage: entry('%U') })).toThrow('deb')
})

test('every fuse that there is, is decided, in the configuration as in the check', () => {
  const { resetAdHocDarwinSignature: _reset, ...fuses } = config.electronFuses
  expect(fuses).toEqual(Object.fromEntries(Object.entries(FUSES).map(([name, [, on]]) => [name, on])))
  const all = Object.values(FuseV1Options).filter((value) => typeof value === 'number')
  expect(Object.values(FUSES).map(([fuse]) => fuse)).toEqual(all)
})

test('the stand-in starts with every fuse wrong', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'desk-fuses-'))
  try {
    await makeStandIn(folder, '1.2.3')
    expect(await wrongFuses(join(folder, 'electron'))).toEqual(Object.keys(FUSES))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('entitlements and fuses agree', () => {
  expect(config.electronFuses.resetAdHocDarwinSignature).toBe(true)
  expect(config.mac.hardenedRuntime).toBe(true)
  const signed = entitlements(config.mac.entitlements)
  expect(config.mac.entitlementsInherit).toBe(config.mac.entitlements)
  expect(signed).toContain('com.apple.security.cs.allow-jit')
  // What the fuses refuse (a plain Node, NODE_OPTIONS, foreign code), the system must not be asked to allow.
  expect(signed.filter((key) => /dyld|library-validation|debugger|get-task-allow/.test(key))).toEqual([])
})

test('an ad-hoc signature has one entitlement more, and differs in nothing else', () => {
  const { extends: parent, mac, ...rest } = adhoc
  expect(parent).toBe('electron-builder.yml')
  expect(rest).toEqual({})
  const { identity, entitlements: main, entitlementsInherit } = mac
  expect([identity, main]).toEqual(['-', entitlementsInherit])
  const more = 'com.apple.security.cs.disable-library-validation'
  expect(entitlements(main)).toEqual([...entitlements(config.mac.entitlements), more].sort())
})
