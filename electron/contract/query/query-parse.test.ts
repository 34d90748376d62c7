import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isQueryKey, queryKeyNames, queryKeys } from './query-keys.ts'
import { parseQuery, printQuery, type QueryPart } from './query-parse.ts'

const partsOf = (text: string): QueryPart[] =>
  parseQuery(text).parts.map((part) =>
    part.type === 'text'
      ? { type: 'text', text: part.text }
      : { type: 'term', key: part.key, values: part.values, negated: part.negated },
  )
const problemOf = (text: string) => {
  const [first] = parseQuery(text).problems
  return first && { code: first.code, at: text.slice(first.from, first.to) }
}

describe('parseQuery', () => {
  it('reads terms, lists, quotes, negation and free text in one line', () => {
    expect(
      partsOf('is:failed error:"one-time code" -tag:login,"two words" after:Yesterday checkout "a phrase"'),
    ).toEqual([
      { type: 'term', key: 'is', values: ['failed'], negated: false },
      { type: 'term', key: 'error', values: ['one-time code'], negated: false },
      { type: 'term', key: 'tag', values: ['login', 'two words'], negated: true },
      { type: 'term', key: 'after', values: ['yesterday'], negated: false },
      { type: 'text', text: 'checkout' },
      { type: 'text', text: 'a phrase' },
    ])
  })

  it('takes addresses, times and quoted keys as free text', () => {
    expect(partsOf('https://shop.example/a?b=c 12:30 "status:" -dash Friday: ferry a:b re:invent')).toEqual(
      ['https://shop.example/a?b=c', '12:30', 'status:', '-dash', 'Friday:', 'ferry', 'a:b', 're:invent'].map(
        (text) => ({
          type: 'text',
          text,
        }),
      ),
    )
  })

  it('keeps a quote and a backslash within quotes', () => {
    expect(partsOf(String.raw`error:"say \"no\" to \\ that"`)).toEqual([
      { type: 'term', key: 'error', values: [String.raw`say "no" to \ that`], negated: false },
    ])
  })

  it.each([
    ['verdict:passed', { code: 'bad-value', at: 'passed' }],
    ['tag:a verdict:pass,fine', { code: 'bad-value', at: 'fine' }],
    ['after:2026-02-30', { code: 'bad-value', at: '2026-02-30' }],
    ['longer:5', { code: 'bad-value', at: '5' }],
    ['statsu:active', { code: 'unknown-key', at: 'statsu:active' }],
    ['shop status:', { code: 'incomplete', at: 'status:' }],
    ['status:active,', { code: 'incomplete', at: 'status:active,' }],
    ['error:"one', { code: 'incomplete', at: '"one' }],
    ['"one', { code: 'incomplete', at: '"one' }],
    ['error:"one"two', { code: 'not-separated', at: 'two' }],
  ])('points at what is wrong in %s', (text, expected) => {
    expect(problemOf(text)).toEqual(expected)
  })

  it('suggests the key that was meant', () => {
    expect(parseQuery('stat:active').problems[0]?.message).toContain('status:')
    expect(parseQuery('tog:a').problems[0]?.message).toContain('tag:')
    expect(parseQuery('statsu:active').problems[0]?.message).toContain('status:')
  })

  it('ends after a bounded number of parts and says so', () => {
    const { parts, problems } = parseQuery('a '.repeat(1_000))
    expect(parts).toHaveLength(40)
    expect(problems.map(({ code }) => code)).toEqual(['too-many'])
  })

  const signs = fc.constantFrom(...'abi:"\\,- \t\n/é𝒳'.split(''), 'error:', 'after:', 'today', '-tag:', '"x y"', '://')
  const anyText = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(signs, { maxLength: 30 }).map((all) => all.join('')),
  )

  it('answers any text with parts or problems that lie inside it, in order', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { parts, problems } = parseQuery(text)
        for (const { from, to } of [...parts, ...problems]) {
          expect(from).toBeGreaterThanOrEqual(0)
          expect(to).toBeGreaterThan(from)
          expect(to).toBeLessThanOrEqual(text.length)
        }
        for (const [at, part] of parts.entries()) expect(part.from).toBeGreaterThanOrEqual(parts[at - 1]?.to ?? 0)
        if (text.trim() === '') expect({ parts, problems }).toEqual({ parts: [], problems: [] })
      }),
      { numRuns: 2_000 },
    )
  })

  it('reads what it prints as the same parts', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const parts = partsOf(text)
        const printed = printQuery(parts)
        expect(parseQuery(printed).problems).toEqual([])
        expect(partsOf(printed)).toEqual(parts)
        expect(printQuery(partsOf(printed))).toBe(printed)
      }),
      { numRuns: 2_000 },
    )
  })

  it('reads 100,000 signs of any of its own in linear time', () => {
    for (const unit of ['"', 'a:', 'error:', '\\"', '-', 'error:"a",', ' ']) {
      const text = unit.repeat(100_000 / unit.length)
      const began = performance.now()
      parseQuery(text)
      expect(performance.now() - began).toBeLessThan(1_000)
    }
  })

  it('offers only values that it takes', () => {
    for (const key of queryKeyNames)
      for (const value of queryKeys[key].values) expect(parseQuery(`${key}:${value}`).problems).toEqual([])
    expect(isQueryKey('constructor')).toBe(false)
  })
})
