import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createOsKeychain, type NativeEntry } from './keychain.ts'
import { formatParts, newParts, readParts, splitSecret } from './keychain-parts.ts'

type Store = Map<string, string>
type Faults = { keep?: (secret: string) => string; readFails?: string; hangs?: boolean; absent?: boolean }

/** A store with the limit of the Windows one: 2,560 bytes of UTF-16 (K04). It refuses what is longer. */
const windowsKeychain = (store: Store, faults: Faults = {}, timeoutMs = 2_000) => {
  const openEntry = async (_service: string, key: string): Promise<NativeEntry> => {
    if (faults.absent) throw new Error('Cannot find native binding')
    return {
      getPassword: async () => {
        if (faults.hangs) return new Promise<never>(() => {})
        if (faults.readFails) throw new Error(faults.readFails)
        return store.get(key) ?? null
      },
      setPassword: async (secret) => {
        if (Buffer.byteLength(secret, 'utf16le') > 2_560) throw new Error('Attribute too long')
        store.set(key, faults.keep ? faults.keep(secret) : secret)
      },
      deletePassword: async () => store.delete(key),
    }
  }
  const lines: string[] = []
  const log = { info: () => {}, warn: (line: string) => void lines.push(line), error: () => {} }
  return { ...createOsKeychain({ service: 'Test', timeoutMs, log, platform: 'win32', openEntry }), lines }
}

describe('K04: the length limit of the backend', () => {
  test.each([
    ['1,280', 'a'.repeat(1_280)],
    ['1,281', 'a'.repeat(1_281)],
    ['2,560', 'a'.repeat(2_560)],
    ['2,561', 'a'.repeat(2_561)],
    ['5,000', 'a'.repeat(5_000)],
    ['900 emoji', '🗝'.repeat(900)],
  ])('K04: %s characters come back whole, and nothing is left after removal', async (_name, secret) => {
    const store: Store = new Map()
    const keychain = windowsKeychain(store)
    expect(await keychain.write('k', secret)).toEqual({ ok: true, value: undefined })
    expect(await keychain.read('k')).toEqual({ ok: true, value: secret })
    await keychain.write('k', 'short now')
    expect([...store]).toEqual([['k', 'short now']])
    await keychain.write('k', secret)
    await keychain.remove('k')
    expect([...store]).toEqual([])
  })

  test('K04: a token beyond every part is refused with a sentence, and the old one stays', async () => {
    const store: Store = new Map([['k', 'old']])
    const result = await windowsKeychain(store).write('k', 'x'.repeat(60_000))
    expect(result).toMatchObject({
      ok: false,
      problem: { code: 'keychain', message: expect.stringContaining('too long') },
    })
    expect([...store]).toEqual([['k', 'old']])
  })

  test('K04: a store that truncates is noticed by reading back; the old token is put back', async () => {
    for (const length of [100, 5_000]) {
      const store: Store = new Map([['k', 'old']])
      const faults: Faults = { keep: (secret) => (secret === 'old' ? secret : secret.slice(0, -1)) }
      const keychain = windowsKeychain(store, faults)
      expect(await keychain.write('k', 'x'.repeat(length))).toMatchObject({ problem: { code: 'keychain' } })
      expect([...store]).toEqual([['k', 'old']])
    }
  })

  test('K06: a part that is missing or altered makes the whole unreadable, never shorter', async () => {
    const store: Store = new Map()
    const keychain = windowsKeychain(store)
    await keychain.write('k', 'x'.repeat(4_000))
    const part = [...store.keys()].find((key) => key.startsWith('k#')) ?? ''
    store.set(part, `y${store.get(part)?.slice(1)}`)
    expect(await keychain.read('k')).toMatchObject({ ok: false, problem: { code: 'keychain' } })
    store.delete(part)
    expect(await keychain.read('k')).toMatchObject({ ok: false, problem: { code: 'keychain' } })
  })

  test('pieces join to the secret, fit the limit and never cut a sign in two', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
        fc.integer({ min: 2, max: 50 }),
        (secret, limit) => {
          const pieces = splitSecret(secret, limit)
          if (pieces === null) return
          expect(pieces.join('')).toBe(secret)
          for (const piece of pieces) {
            expect(piece.length).toBeLessThanOrEqual(limit)
            expect(piece.isWellFormed()).toBe(secret.isWellFormed() || piece.isWellFormed())
          }
          const parts = newParts(secret, pieces.length)
          expect(readParts(formatParts(parts))).toEqual(parts)
        },
      ),
    )
  })
})

describe('faults of a keychain', () => {
  test('X10: a missing native part is just "no keychain"', async () => {
    const keychain = windowsKeychain(new Map(), { absent: true })
    expect(await keychain.write('k', 'secret')).toMatchObject({ ok: false, problem: { code: 'keychain' } })
  })

  test('a call that hangs ends in time, and the next one does not wait behind it', async () => {
    const keychain = windowsKeychain(new Map(), { hangs: true }, 50)
    expect(await keychain.read('k')).toMatchObject({ problem: { message: 'The keychain did not respond in time.' } })
    expect(await keychain.read('k')).toMatchObject({ problem: { message: 'The keychain did not respond in time.' } })
  })

  test('the words of the library reach neither the person nor the log', async () => {
    const keychain = windowsKeychain(new Map(), { readFails: 'DBus error: org.x secret-token' })
    const result = await keychain.read('k')
    expect(JSON.stringify([result, keychain.lines])).not.toMatch(/DBus|secret-token/)
  })
})
