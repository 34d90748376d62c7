import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
beforeEach(() => {
  vi.resetModules()
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

const remembered = async () => (await import('./remembered.ts')).createRemembered

test('reads what is stored, writes what changes, and has its default without either', async () => {
  const create = await remembered()
  const size = () =>
    create(
      'desk.size',
      (text) => ({ size: Number(text ?? 5) }),
      ({ size }) => String(size),
    )
  expect(size().getState()).toEqual({ size: 5 })
  stored.set('desk.size', '12')
  const store = size()
  expect(store.getState()).toEqual({ size: 12 })
  store.setState({ size: 7 })
  expect(stored.get('desk.size')).toBe('7')
})

test('lasts until the window closes where storage is blocked', async () => {
  const blocked = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked })
  const create = await remembered()
  const store = create(
    'desk.size',
    (text) => ({ size: Number(text ?? 5) }),
    ({ size }) => String(size),
  )
  store.setState({ size: 7 })
  expect(store.getState()).toEqual({ size: 7 })
})
