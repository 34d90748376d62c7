import fc from 'fast-check'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CookieWithValue } from '../../electron/core/cookies/cookie-with-value.ts'
import { chromiumTakes } from '../../electron/core/cookies/export/chromium-takes.ts'
import { exportCookies } from '../../electron/core/cookies/export/export.ts'
import { cookieKey } from '../../electron/core/cookies/meaning/meaning.ts'
import { anyRecord, NOW, testCookie } from '../../electron/core/cookies/testing/test-cookies.ts'
import { findHeadless } from '../host/chromium/find-chromium.ts'

// A real Chromium takes the storageState of an export and gives the same cookies back.

/** What a browser cuts life times to (RFC 6265bis, 5.5). Seconds. */
const MOST_SECONDS = 400 * 86_400
/** Chromium keeps at most 180 cookies of one site. */
const BATCH = 150

let browser: Browser
beforeAll(async () => {
  const found = await findHeadless()
  browser = await chromium.launch({
    executablePath: found.path,
    env: { ...process.env, ...found.env },
    args: ['--no-sandbox'],
  })
}, 60_000)
afterAll(() => browser?.close())

type Back = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['cookies']>>[number]

const stateOf = (cookies: CookieWithValue[], keepRefused = true) => {
  const ask = { format: 'storage-state', url: null, includeExpired: false, profileId: 'p', now: NOW } as const
  const written = exportCookies(cookies, { ...ask, keepRefused })
  if (!written.ok) throw new Error(written.problem.message)
  return JSON.parse(written.value.text) as { cookies: Back[]; origins: [] }
}

const load = async (cookies: CookieWithValue[], keepRefused = true): Promise<Back[]> => {
  const context = await browser.newContext({ storageState: stateOf(cookies, keepRefused) })
  try {
    return await context.cookies()
  } finally {
    await context.close()
  }
}

const expected = ({ row, value }: CookieWithValue) => ({
  name: row.name,
  value: value.toWellFormed(),
  domain: row.hostOnly ? row.host : `.${row.host}`,
  path: row.path,
  httpOnly: row.httpOnly,
  secure: row.secure,
  sameSite: row.sameSite,
  partitionKey: row.partition,
  session: row.expiresAt === null,
})
const came = ({ expires, partitionKey = undefined, ...rest }: Back) => {
  const { _crHasCrossSiteAncestor: _bit, ...back } = rest as typeof rest & { _crHasCrossSiteAncestor?: boolean }
  return { ...back, partitionKey: partitionKey ?? null, session: expires === -1 }
}
const sorted = (list: ReturnType<typeof expected>[]): string[] =>
  list.map((one) => JSON.stringify(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))).sort()

const comesBack = async (cookies: CookieWithValue[]): Promise<Back[]> => {
  const back = await load(cookies)
  expect(sorted(back.map(came))).toEqual(sorted(cookies.map(expected)))
  return back
}

describe('Chromium gives back the cookies of a storageState', () => {
  test('C01: host-only and domain cookies, and hosts without a registrable domain', async () => {
    await comesBack([
      testCookie({ name: 'a', domain: 'example.com', hostOnly: true }),
      testCookie({ name: 'b', domain: '.example.com', hostOnly: false }),
      testCookie({ name: 'c', domain: 'example.com', hostOnly: false }),
      testCookie({ name: 'd', domain: '.example.com', hostOnly: true }),
      testCookie({ name: 'e', domain: '.localhost', hostOnly: false }),
      testCookie({ name: 'f', domain: '127.0.0.1' }),
      testCookie({ name: 'g', domain: '::1' }),
      testCookie({ name: '__Host-h', domain: '.example.com', secure: true }),
    ])
  })

  test('C02–C05: every form of a date loads, and the moment is the same', async () => {
    const soon = Date.now() / 1000 + 86_400.25
    const cookies = [
      ...[-1, 0, -42, null].map((expires) => testCookie({ name: `n${expires}`, expires })),
      testCookie({ name: 'session', session: true, expires: soon }),
      testCookie({ name: 'past', expires: 1_000_000_000 }),
      testCookie({ name: 'soon', expires: soon }),
      testCookie({ name: 'milliseconds', expires: soon * 1000 }),
      ...[253_402_300_799, 253_402_300_800, 1e308].map((expires, index) =>
        testCookie({ name: `far${index}`, expires }),
      ),
    ]
    const back = new Map((await load(cookies)).map((one) => [one.name, one.expires]))
    expect([...back.keys()].sort()).toEqual(
      cookies
        .map(({ row }) => row.name)
        .filter((name) => name !== 'past')
        .sort(),
    )
    expect([back.get('n-42'), back.get('session')]).toEqual([-1, -1])
    expect(back.get('soon')).toBeCloseTo(soon, 2)
    expect(back.get('milliseconds')).toBeCloseTo(soon, 2)
    const most = Date.now() / 1000 + MOST_SECONDS
    expect(Math.abs((back.get('far0') ?? 0) - most)).toBeLessThan(60)
  })

  test('C06: every word of SameSite loads as Strict, Lax or None', async () => {
    const words = ['no_restriction', 'unspecified', 'lax', 'LAX', 'Strict', 'None', 'none', '', null, 'banana', 0]
    await comesBack(words.map((sameSite, index) => testCookie({ name: `n${index}`, sameSite, secure: true })))
  })

  test('C08: partitions as text, and two cookies that differ in nothing else', async () => {
    const key = { topLevelSite: 'https://top.example', hasCrossSiteAncestor: false }
    const back = await comesBack([
      testCookie({ name: 'a', secure: true }),
      testCookie({ name: 'a', secure: true, partitionKey: 'https://top.example' }),
      testCookie({ name: 'b', secure: true, partitionKey: key }),
    ])
    const bits = back.map(
      (one) => `${one.name} ${(one as { _crHasCrossSiteAncestor?: boolean })._crHasCrossSiteAncestor}`,
    )
    expect(bits.sort()).toEqual(['a true', 'a undefined', 'b false'])
  })

  test('C14, C16: the bytes of a value are its own', async () => {
    const values = ['', '"2|1:0|10:1481663791|u:x"', 'a%3Db%2F', 'żółć🍪', 'a=b', "it's", 'x'.repeat(4_090)]
    await comesBack([
      ...values.map((value, index) => testCookie({ name: `n${index}`, value })),
      testCookie({ name: '' }),
    ])
  })

  test('C07: None without Secure is dropped without a word, as the export says', async () => {
    const cookie = testCookie({ sameSite: 'no_restriction' })
    expect(chromiumTakes(cookie)).toBe('drops')
    expect(await load([cookie])).toEqual([])
  })
})

test('what Chromium keeps, drops and refuses of any records is what the export says', async () => {
  const records = fc.sample(anyRecord, BATCH * 4)
  const unique = new Map(records.map((record) => testCookie(record)).map((cookie) => [cookieKey(cookie.row), cookie]))
  const cookies = [...unique.values()]
  const taken = Map.groupBy(cookies, chromiumTakes)
  const keeps = taken.get('keeps') ?? []
  const fails = taken.get('fails') ?? []
  expect([keeps.length > 20, fails.length > 20]).toEqual([true, true])
  for (let start = 0; start < keeps.length; start += BATCH) await comesBack(keeps.slice(start, start + BATCH))
  expect(await load((taken.get('drops') ?? []).slice(0, BATCH))).toEqual([])
  const loaded = []
  for (const cookie of fails.slice(0, 80)) {
    const back = await load([cookie]).catch(() => null)
    if (back !== null) loaded.push(cookie.row)
  }
  expect(loaded).toEqual([])
})

test('without what Chromium refuses, a file of any records loads and holds the rest', async () => {
  const records = fc.sample(anyRecord, BATCH)
  const unique = new Map(records.map((record) => testCookie(record)).map((cookie) => [cookieKey(cookie.row), cookie]))
  const cookies = [...unique.values(), testCookie({ name: 'spoils', value: 'a\tb' })]
  await expect(load(cookies)).rejects.toThrow()
  const kept = cookies.filter((cookie) => chromiumTakes(cookie) === 'keeps')
  expect(sorted((await load(cookies, false)).map(came))).toEqual(sorted(kept.map(expected)))
})
