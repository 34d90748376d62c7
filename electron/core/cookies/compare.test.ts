import { expect, test } from 'vitest'
import { compareCookies } from './compare-reads.ts'
import { hashesOf, MADE_AT, readOf, record } from './testing/made-cookies.ts'

const DAY = 86_400_000
const brief = ({ changes }: ReturnType<typeof compareCookies>) =>
  changes.map(({ before, after, kinds, attributes }) => [after?.name ?? before?.name, kinds, attributes])

test('appeared, vanished, rotated, extended, shortened, attributes: each is told by its name', () => {
  const before = readOf([
    record('same', 'v'),
    record('gone', 'v'),
    record('token', 'old'),
    record('longer', 'v', { days: 1 }),
    record('shorter', 'v', { days: 9 }),
    record('flags', 'v', { secure: true, httpOnly: false, sameSite: 'Lax', storeId: '0' }),
  ])
  const after = readOf([
    record('flags', 'v', { secure: false, httpOnly: true, sameSite: 'no_restriction', storeId: '1' }),
    record('shorter', 'v', { days: 2 }),
    record('longer', 'v', { days: 2 }),
    record('token', 'new'),
    record('fresh', 'v'),
    record('same', 'v'),
  ])
  const compared = compareCookies(before, after)
  expect(compared).toMatchObject({ unchanged: 1, valuesCompared: 'all', before: { cookies: 6 }, after: { cookies: 6 } })
  const iso = (days: number) => new Date(MADE_AT + days * DAY).toISOString()
  expect(brief(compared)).toEqual([
    [
      'flags',
      ['attributes'],
      [
        { field: 'Secure', before: 'yes', after: 'no' },
        { field: 'HttpOnly', before: 'no', after: 'yes' },
        { field: 'SameSite', before: 'Lax', after: 'None' },
        { field: 'store', before: '0', after: '1' },
      ],
    ],
    ['fresh', ['appeared'], []],
    ['gone', ['vanished'], []],
    ['longer', ['extended'], [{ field: 'expires', before: iso(1), after: iso(2) }]],
    ['shorter', ['shortened'], [{ field: 'expires', before: iso(9), after: iso(2) }]],
    ['token', ['rotated'], []],
  ])
})

test('a new value with a new expiry is both; a session cookie that became persistent has a changed attribute', () => {
  const compared = compareCookies(
    readOf([record('a', 'old', { days: 1 }), record('b', 'v', { days: null })]),
    readOf([record('a', 'new', { days: 2 }), record('b', 'v', { days: 1 })]),
  )
  expect(brief(compared)).toEqual([
    ['a', ['rotated', 'extended'], [expect.objectContaining({ field: 'expires' })]],
    ['b', ['attributes'], [{ field: 'expires', before: 'session', after: new Date(MADE_AT + DAY).toISOString() }]],
  ])
})

test('C03: an expiry that moved by a rounded fraction of a second has not moved', () => {
  const at = MADE_AT / 1_000 + 86_400
  const of = (seconds: number) => readOf([record('a', 'v', { expirationDate: seconds, expires: seconds })])
  expect(compareCookies(of(at + 0.286), of(at)).unchanged).toBe(1)
  expect(compareCookies(of(at), of(at + 1)).unchanged).toBe(1)
  expect(compareCookies(of(at), of(at + 1.001)).changes[0]?.kinds).toEqual(['extended'])
})

test('C08: two cookies equal but for the partition are two', () => {
  const plain = record('chat', 'v')
  const compared = compareCookies(
    readOf([plain]),
    readOf([plain, record('chat', 'other', { partitionKey: 'https://top.example' })]),
  )
  expect(compared.unchanged).toBe(1)
  expect(compared.changes).toMatchObject([{ kinds: ['appeared'], after: { partition: 'https://top.example' } }])
})

test('one key given twice: equal values find each other whatever their order, the rest pairs up as given', () => {
  const twice = (...values: string[]) => readOf(values.map((value) => record('dup', value)))
  expect(compareCookies(twice('a', 'b'), twice('b', 'a'))).toMatchObject({ unchanged: 2, changes: [] })
  const compared = compareCookies(twice('a', 'b', 'c'), twice('c', 'x'))
  expect(compared.unchanged).toBe(1)
  expect(compared.changes.map(({ kinds }) => kinds)).toEqual([['rotated'], ['vanished']])
  expect(new Set(compared.changes.map(({ key }) => key)).size).toBe(2)
})

test('compares values with hashes under their salt; with two salts only the sizes, and says so', () => {
  const [saltA, saltB] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const before = readOf([record('same', 'v'), record('turned', 'old'), record('grown', 'x')])
  const after = readOf([record('same', 'v'), record('turned', 'new'), record('grown', 'xx')])
  const names = (compared: ReturnType<typeof compareCookies>) => compared.changes.map(({ after: row }) => row?.name)
  for (const [a, b] of [
    [hashesOf(before, saltA), after],
    [before, hashesOf(after, saltB)],
    [hashesOf(before, saltA), hashesOf(after, saltA)],
  ] as const) {
    const compared = compareCookies(a, b)
    expect([compared.valuesCompared, names(compared), compared.unchanged]).toEqual(['all', ['grown', 'turned'], 1])
  }
  const blind = compareCookies(hashesOf(before, saltA), hashesOf(after, saltB))
  expect([blind.valuesCompared, names(blind), blind.unchanged]).toEqual(['sizes', ['grown'], 2])
})

test('nothing of a value is in the answer', () => {
  const compared = compareCookies(readOf([record('t', 'planted-1')]), readOf([record('t', 'planted-2')]))
  expect(JSON.stringify(compared)).not.toContain('planted')
})

test('5,000 against 5,000 cookies in at most 100 ms, also against hashes', () => {
  const many = (turn: string) =>
    readOf(
      Array.from({ length: 5_000 }, (_, n) =>
        record(`cookie-${n}`, n % 3 === 0 ? `${turn}-${n}` : `value-${n}`, { domain: `host-${n % 97}.example` }),
      ),
    )
  const [before, after] = [many('old'), many('new')]
  /** ms of this thread's own work: what else the machine does meanwhile does not count. */
  const timed = (run: () => unknown): number => {
    const begun = process.threadCpuUsage()
    run()
    const { user, system } = process.threadCpuUsage(begun)
    return (user + system) / 1_000
  }
  const best = (run: () => unknown): number => Math.min(...[1, 2, 3].map(() => timed(run)))
  expect(compareCookies(before, after)).toMatchObject({ unchanged: 3_333 })
  expect(best(() => compareCookies(before, after))).toBeLessThan(100)
  const hashed = hashesOf(before, Buffer.alloc(32, 1))
  expect(best(() => compareCookies(hashed, after))).toBeLessThan(100)
})
