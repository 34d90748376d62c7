import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { completionsAt, tokensOf } from './query-complete.ts'
import { parseQuery } from './query-parse.ts'

const known = {
  status: [
    { value: 'closed', count: 90 },
    { value: 'queued', count: 2 },
  ],
  tag: [
    { value: 'Größe M', count: 4 },
    { value: 'login', count: 3 },
  ],
  error: [{ value: 'Login failed: wrong "one-time" code', count: 7 }],
}
/** The text with `|` as caret. */
const at = (marked: string) => completionsAt(marked.replace('|', ''), marked.indexOf('|'), known)
const inserts = (marked: string) => at(marked).items.map(({ insert }) => insert)
const taken = (marked: string, nth = 0): string => {
  const text = marked.replace('|', '')
  const item = at(marked).items[nth]
  return item ? text.slice(0, item.from) + item.insert + text.slice(item.to) : text
}

describe('completionsAt', () => {
  it('offers keys for their beginning, also negated, and none for other words', () => {
    expect(inserts('ver|')).toEqual(['verdict:'])
    expect(inserts('cart -sta|')).toEqual(['-status:'])
    expect(inserts('carts|')).toEqual([])
    expect(inserts('|').length).toBeGreaterThan(10)
  })

  it('offers the values there are, the most frequent first, quoted where needed', () => {
    expect(inserts('tag:|')).toEqual(['"Größe M"', 'login'])
    expect(taken('tag:gross|')).toBe('tag:gross')
    expect(taken('tag:größ|')).toBe('tag:"Größe M"')
    expect(taken('error:code| x')).toBe('error:"Login failed: wrong \\"one-time\\" code" x')
    expect(inserts('status:|').slice(0, 3)).toEqual(['closed', 'queued', 'active'])
    expect(at('status:clo|').items[0]?.count).toBe(90)
  })

  it('completes the value behind the last comma and leaves the rest', () => {
    expect(taken('verdict:pass,f|')).toBe('verdict:pass,fail')
    expect(taken('verdict:p|,fail')).toBe('verdict:pass,fail')
    expect(taken('tag:"Größe M",lo|')).toBe('tag:"Größe M",login')
  })

  it('offers nothing once a value is whole; Enter may take what is needed', () => {
    expect(inserts('verdict:unsure|')).toEqual([])
    expect(at('verdict:u|').needed).toBe(true)
    expect(at('error:log|').needed).toBe(false)
  })

  it('every completion of a value can be read, whatever stands around it', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('tag:', 'error:', 'status:', 'verdict:', 'after:'), (before, key) => {
        const start = parseQuery(before).problems.length === 0 ? before : ''
        const text = `${start} ${key}`
        for (const { from, to, insert } of completionsAt(text, text.length, known).items) {
          const done = text.slice(0, from) + insert + text.slice(to)
          expect(parseQuery(done).problems).toEqual([])
        }
      }),
    )
  })
})

it('tokens keep what is quoted together', () => {
  expect(tokensOf('is:failed error:"a b"  x').map(({ text }) => text)).toEqual(['is:failed', 'error:"a b"', 'x'])
  expect(tokensOf('"is:failed x').map(({ text }) => text)).toEqual(['"is:failed x'])
})
