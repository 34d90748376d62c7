import type { MenuItemConstructorOptions } from 'electron'
import { expect, test, vi } from 'vitest'
import { menuTemplate } from './menu.ts'

// The template is plain data; only its use needs Electron.
vi.mock('electron', () => ({}))

const items = (entries: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  entries.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? items(item.submenu) : [])])

test('every item of ours sends its command', () => {
  const sent: string[] = []
  const all = items(
    menuTemplate(
      false,
      (name) => void sent.push(name),
      () => void sent.push('(menu)'),
      {},
    ),
  )
  for (const { click } of all) (click as (() => void) | undefined)?.()
  expect(sent).toEqual(['connect', 'sync', 'settings', 'palette', 'help', '(menu)'])
})

test('keys are given out once, none reloads the page or opens developer tools, and macOS has its own menu', () => {
  for (const mac of [true, false]) {
    const all = items(
      menuTemplate(
        mac,
        () => {},
        () => {},
        {},
      ),
    )
    const keys = all.flatMap(({ accelerator }) => (accelerator ? [accelerator] : []))
    expect(new Set(keys).size).toBe(keys.length)
    const roles = all.flatMap(({ role }) => (role ? [role] : []))
    expect(roles).not.toContain('reload')
    expect(roles).not.toContain('forceReload')
    expect(roles).not.toContain('toggleDevTools')
    expect([roles.includes('appMenu'), roles.includes('quit')]).toEqual([mac, !mac])
  }
})

test('F10 shows the menu where its bar is hidden; macOS has its own bar and its own use for F10', () => {
  const hasF10 = (mac: boolean) =>
    items(
      menuTemplate(
        mac,
        () => {},
        () => {},
        {},
      ),
    ).some(({ accelerator }) => accelerator === 'F10')
  expect([hasF10(false), hasF10(true)]).toEqual([true, false])
})

test('keys of the page are shown, and registered for the menu nowhere but on macOS, which has no other way', () => {
  const shown = (mac: boolean) =>
    items(
      menuTemplate(
        mac,
        () => {},
        () => {},
        {},
      ),
    ).flatMap(({ accelerator, registerAccelerator }) =>
      accelerator === 'CmdOrCtrl+K' || accelerator === 'CmdOrCtrl+,' ? [[accelerator, registerAccelerator]] : [],
    )
  expect(shown(false)).toEqual([
    ['CmdOrCtrl+,', false],
    ['CmdOrCtrl+K', false],
  ])
  expect(shown(true)).toEqual([
    ['CmdOrCtrl+,', undefined],
    ['CmdOrCtrl+K', undefined],
  ])
})

test('shows the keys that a person has set for the palette and Settings, none where they have none', () => {
  const keys = (shortcuts: Record<string, string[]>) =>
    items(
      menuTemplate(
        false,
        () => {},
        () => {},
        shortcuts,
      ),
    )
      .filter(({ label }) => label === 'Command palette' || label === 'Settings')
      .map(({ accelerator }) => accelerator)
  expect(keys({})).toEqual(['CmdOrCtrl+,', 'CmdOrCtrl+K'])
  expect(keys({ 'general.palette': ['Mod+Shift+P', 'F1'], 'general.settings': [] })).toEqual([
    undefined,
    'CmdOrCtrl+Shift+P',
  ])
  expect(keys({ 'general.palette': ['not a key'] })).toEqual(['CmdOrCtrl+,', undefined])
})
