import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatLink, linkIn, parseLink } from './links.ts'

test('a link survives the round trip whatever the id and the account label', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }),
      fc.option(fc.integer({ min: 0, max: 36_000_0 }).map((n) => n * 100)),
      fc.option(fc.string({ minLength: 1, maxLength: 40 })),
      (sessionId, atMs, account) => {
        expect(parseLink(formatLink({ sessionId, atMs, account }))).toEqual({ sessionId, atMs, account })
      },
    ),
  )
})

test.each(['t=abc', 't=', 't=-5', 't=Infinity', 't=1e99', 't=NaN'])(
  'V06: a link with %s opens at the start',
  (query) => {
    expect(parseLink(`replaydesk://session/abc?${query}`)).toEqual({ sessionId: 'abc', atMs: null, account: null })
  },
)

test.each([
  'https://session/abc',
  'replaydesk://session/',
  'replaydesk://other/abc',
  'replaydesk://session/%E0%A4%A',
  `replaydesk://session/${'a'.repeat(1_025)}`,
  '',
])('%s is no link', (text) => {
  expect(parseLink(text)).toBeNull()
})

test('the link is found among start arguments', () => {
  expect(linkIn(['/opt/desk', '--flag', 'replaydesk://session/a%2Fb?t=1.5'])?.sessionId).toBe('a/b')
  expect(linkIn(['/opt/desk'])).toBeNull()
})
