import { expect, it } from 'vitest'
import { changesOf, downSpans, summaryOf } from './health-history.ts'

const start = new Date(2026, 10, 28, 10, 0, 0).getTime()
const min = (n: number) => start + n * 60_000
const up = (at: number, version: string | null = '1.9.8') => ({ at, state: 'up' as const, latencyMs: 40, version })
const down = (at: number) => ({ at, state: 'down' as const, latencyMs: null, version: null })

it('an outage lasts from the first check that failed to the first that did not', () => {
  const checks = [up(min(0)), down(min(1)), down(min(2)), up(min(5)), down(min(9))]
  expect(downSpans(checks, min(10))).toEqual([
    { from: min(1), to: min(5), text: 'Down' },
    { from: min(9), to: min(10), text: 'Down' },
  ])
  expect(changesOf(checks, min(10)).map(({ text }) => text)).toEqual([
    'Down since 10:09, for 1 min',
    'Down for 4 min, until 10:05',
  ])
})

it('a version is news when it is another one, also after an outage', () => {
  const checks = [up(min(0)), up(min(1)), down(min(2)), up(min(3), '1.9.9'), up(min(4), null), up(min(5), '1.9.9')]
  expect(changesOf(checks, min(6)).map(({ at, kind, text }) => [at, kind, text])).toEqual([
    [min(3), 'version', 'Version changed from 1.9.8 to 1.9.9'],
    [min(2), 'outage', 'Down for 1 min, until 10:03'],
  ])
})

it('nothing happened, nothing is listed', () => {
  expect(changesOf([up(min(0)), up(min(1))], min(2))).toEqual([])
  expect(changesOf([], min(2))).toEqual([])
})

it('sums up how many checks answered and how fast; one that failed is never rounded away', () => {
  const values = (checks: Parameters<typeof summaryOf>[0]) => summaryOf(checks).map(({ value }) => value)
  const timed = [30, 10, 20, 1_400].map((latencyMs, n) => ({ ...up(min(n)), latencyMs }))
  expect(values(timed)).toEqual(['4', 'all', '20 ms', '1,400 ms', '1,400 ms'])
  expect(values([...Array.from({ length: 1_439 }, (_, n) => up(min(n))), down(min(1_440))])).toEqual([
    '1,440',
    '99.9%',
    '40 ms',
    '40 ms',
    '40 ms',
  ])
  expect(values([down(min(0))])).toEqual(['1', '0%', '–', '–', '–'])
})
