import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { appDataFolder } from './app-paths.ts'
import { cancelable } from './cancelable.ts'
import { freeName } from './dialog.ts'
import { createIpc, invokeHandler } from './ipc-main.ts'
import { foreignKeys, platformTags } from './platform-tags.ts'
import { isGranted } from './session-permissions.ts'
import { strict } from './strict.ts'

test('an API that is missing is named, one that is there works', () => {
  const thing = strict('thing', { present: 1 }) as { present: number; absent?: number }
  expect(thing.present).toBe(1)
  expect(() => thing.absent).toThrow('The Chromium host has no thing.absent')
})

test('options and methods of other platforms are known from Electron’s own types', () => {
  const options = { label: 'Find', accelerator: 'CmdOrCtrl+F', registerAccelerator: false }
  expect(foreignKeys('MenuItemConstructorOptions', options, 'darwin')).toEqual([
    ['registerAccelerator', 'linux, win32'],
  ])
  expect(foreignKeys('MenuItemConstructorOptions', options, 'linux')).toEqual([])
  expect(foreignKeys('NotificationConstructorOptions', { title: 'a', sound: undefined }, 'linux')).toEqual([])
  expect(platformTags('App').get('setAppUserModelId')).toEqual(['win32'])
  expect(platformTags('App').has('on')).toBe(false)
})

test('the folder of settings is the one Electron uses', () => {
  expect(appDataFolder('linux', {}, '/home/ada')).toBe('/home/ada/.config')
  expect(appDataFolder('linux', { XDG_CONFIG_HOME: '/cfg' }, '/home/ada')).toBe('/cfg')
  expect(appDataFolder('darwin', {}, '/Users/ada')).toBe('/Users/ada/Library/Application Support')
  expect(appDataFolder('win32', { APPDATA: 'C:\\Roaming' }, 'C:\\Users\\ada')).toBe('C:\\Roaming')
})

test('an event tells whether a listener prevented it', () => {
  const event = cancelable({ url: 'app://desk/' })
  expect([event.url, event.defaultPrevented]).toEqual(['app://desk/', false])
  event.preventDefault()
  expect(event.defaultPrevented).toBe(true)
})

test("the window's own handler answers before the program's", async () => {
  const room = createIpc('room')
  const program = createIpc('program')
  program.api.handle('ask', () => 'program')
  expect(await invokeHandler([room, program], 'ask', {}, [])).toBe('program')
  room.api.handle('ask', () => 'room')
  expect(await invokeHandler([room, program], 'ask', {}, [])).toBe('room')
  expect(() => room.api.handle('ask', () => 'again')).toThrow('second handler')
  await expect(invokeHandler([room, program], 'other', {}, [])).rejects.toThrow("No handler registered for 'other'")
})

test('a permission needs both handlers; without handlers all is granted, as in Electron', () => {
  const contents = {} as Electron.WebContents
  const yes = () => true
  const ask = (answer: boolean) => (_contents: unknown, _name: string, tell: (granted: boolean) => void) => tell(answer)
  expect(isGranted({ check: null, request: null }, contents, 'geolocation')).toBe(true)
  expect(isGranted({ check: yes, request: ask(true) }, contents, 'geolocation')).toBe(true)
  expect(isGranted({ check: yes, request: ask(false) }, contents, 'geolocation')).toBe(false)
  expect(isGranted({ check: () => false, request: ask(true) }, contents, 'geolocation')).toBe(false)
})

test('a saved file never takes the place of another', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'desk-names-'))
  expect(freeName(folder, 'a.png')).toBe(join(folder, 'a.png'))
  await writeFile(join(folder, 'a.png'), '')
  await writeFile(join(folder, 'a (2).png'), '')
  expect(freeName(folder, 'a.png')).toBe(join(folder, 'a (3).png'))
  await rm(folder, { recursive: true })
})
