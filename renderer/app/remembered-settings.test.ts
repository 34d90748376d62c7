import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
beforeEach(() => {
  vi.resetModules()
  stored.clear()
  vi.stubGlobal('innerWidth', 1_600)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('settings of earlier versions survive, in the same keys and texts', async () => {
  stored.set('desk.nav', 'narrow')
  stored.set('player.layout', 'plain')
  stored.set('desk.panel.player-inspector', '400')
  stored.set('desk.cookies', '{"hidden":["path"],"widths":{"name":240},"tree":false,"aside":"snapshots"}')
  stored.set('desk.view', '{"account":"acc","view":{"place":"settings","section":"accounts"},"before":"sessions"}')
  const { toggleNav, useNavWidth } = await import('./layout-store.ts')
  const { useNavigation } = await import('./navigation/navigation-store.ts')
  const { useCookieLayout } = await import('../features/cookies/cookie-layout.ts')
  const { createPlayerStore, toggleInspector } = await import('../features/player/player-store.ts')
  const { loadWidth } = await import('../ui/panel/panel-width.ts')
  expect(useNavWidth.getState()).toEqual({ narrow: true })
  const player = createPlayerStore(1)
  expect(player.getState().inspector).toBe(false)
  expect(loadWidth('player-inspector', 320, 240, 560)).toBe(400)
  expect(useCookieLayout.getState()).toMatchObject({
    hidden: ['path'],
    widths: { name: 240 },
    tree: false,
    aside: 'snapshots',
  })
  useNavigation.getState().enter('acc')
  expect(useNavigation.getState().view).toEqual({ name: 'settings', section: 'accounts' })
  toggleNav()
  toggleInspector(player)
  expect([stored.get('desk.nav'), stored.get('player.layout')]).toEqual(['wide', 'inspector'])
})
