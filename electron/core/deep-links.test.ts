import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountOfLink, formatLink, linkIn, parseLink } from './deep-links.ts'

test('a link survives the round trip whatever the id and the account label', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }),
      fc.option(fc.integer({ min: 0, max: 36_000_0 }).map((n) => n * 100)),
      fc.option(fc.string({ minLength: 1, maxLength: 40 })),
      fc.option(fc.string({ minLength: 1, maxLength: 40 })),
      (sessionId, atMs, account, label) => {
        const link = { sessionId, atMs, account, label }
        expect(parseLink(formatLink(link))).toEqual(link)
      },
    ),
  )
})

test.each(['t=abc', 't=', 't=-5', 't=Infinity', 't=1e99', 't=NaN'])(
  'V06: a link with %s opens at the start',
  (query) => {
    expect(parseLink(`replaydesk://session/abc?${query}`)).toEqual({
      sessionId: 'abc',
      atMs: null,
      account: null,
      label: null,
    })
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

const ACCOUNTS = [
  { id: 'a1', label: 'Production EU', active: false },
  { id: 'b2', label: 'Staging', active: true },
  { id: 'c3', label: 'Twice', active: false },
  { id: 'd4', label: 'Twice', active: false },
]
const meant = (account: string | null, label: string | null = null) => accountOfLink({ account, label }, ACCOUNTS)

test.each([
  ['no account: the one in use', null, null, 'b2'],
  ['an id', 'a1', null, 'a1'],
  ['an id, whatever the label says by now', 'a1', 'Staging', 'a1'],
  ['a label of one account', 'Production EU', null, 'a1'],
  ['the id of another machine with a label of one account', 'f9', 'Staging', 'b2'],
])('a link with %s', (_what, account, label, id) => {
  expect(meant(account, label)).toMatchObject({ ok: true, value: { id } })
})

test('L04: reports an unknown account and never takes the active one instead', () => {
  expect(meant('Nobody')).toMatchObject({ ok: false, problem: { code: 'not-found' } })
  expect(meant('f9', 'Nobody')).toMatchObject({ ok: false, problem: { code: 'not-found' } })
})

test('L04: a label that two accounts have names neither', () => {
  expect(meant('Twice')).toMatchObject({ ok: false, problem: { code: 'invalid-input' } })
})

test('a link without an account, where none is in use, means none yet', () => {
  expect(accountOfLink({ account: null, label: null }, [])).toEqual({ ok: true, value: null })
})
