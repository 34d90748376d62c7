import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatDateTime } from '../../../ui/text/format-text.ts'
import { labelOf, usageOf } from './usage-facts.ts'

it('names figures in plain words', () => {
  expect(['session_count', 'browserMinutes', 'cost', 'period.start', 'totalAPICalls', ''].map(labelOf)).toEqual([
    'Session count',
    'Browser minutes',
    'Cost',
    'Period start',
    'Total APICalls',
    'Unnamed',
  ])
})

it('keeps the order, and puts nested figures below as groups', () => {
  const usage = usageOf(
    JSON.stringify({
      plan: 'sample',
      period_start: '2026-11-01T00:00:00+00:00',
      browser_minutes: 3911.4,
      cost: { currency: 'EUR', proxies: 3.2, total: 44.27, by: { proxies: 3.2 } },
      limits: ['a', 'b'],
      trial: false,
      until: null,
    }),
  )
  expect(usage?.facts).toEqual([
    { label: 'Plan', value: 'sample' },
    { label: 'Period start', value: formatDateTime(Date.UTC(2026, 10, 1)) },
    { label: 'Browser minutes', value: '3,911.4' },
    { label: 'Limits', value: 'a, b' },
    { label: 'Trial', value: 'No' },
    { label: 'Until', value: '–' },
  ])
  expect(usage?.groups[0]).toMatchObject({
    title: 'Cost',
    facts: [{ label: 'Currency' }, { value: '3.20' }, { value: '44.27' }],
  })
  expect(usage?.groups[0]?.groups[0]).toMatchObject({ title: 'By', facts: [{ label: 'Proxies', value: '3.2' }] })
})

it('times without a zone are UTC', () => {
  expect(usageOf('{"at":"2026-11-01T06:00:00"}')?.facts[0]?.value).toBe(formatDateTime(Date.UTC(2026, 10, 1, 6)))
})

it('an answer without figures is told, not drawn', () => {
  expect(['', '<html>', '3', '"x"', 'null', '{}', '[]'].map(usageOf)).toEqual(Array(7).fill(null))
})

it('whatever JSON comes, what is drawn stays bounded', () => {
  const count = ({ facts, groups }: NonNullable<ReturnType<typeof usageOf>>): number =>
    facts.length + groups.reduce((sum, group) => sum + count(group), 0)
  fc.assert(
    fc.property(fc.json({ maxDepth: 12 }), (json) => {
      const usage = usageOf(json)
      if (usage) expect(count(usage)).toBeLessThanOrEqual(500)
    }),
  )
  const many = usageOf(JSON.stringify(Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`k${i}`, i]))))
  expect(many && count(many)).toBe(500)
})

it('a list of two hundred thousand figures has its first 500', () => {
  const facts = usageOf(
    JSON.stringify({ many: Object.fromEntries(Array.from({ length: 200_000 }, (_, n) => [`k${n}`, n])) }),
  )
  expect(facts?.groups[0]?.facts).toHaveLength(500)
})
