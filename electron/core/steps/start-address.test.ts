import { expect, test } from 'vitest'
import { startAddressOf } from './start-address.ts'

test.each<[string, unknown, string | null]>([
  [
    'the text of a step',
    [{ atMs: 0, action: 'goto', text: 'https://shop.harbour-pine.example/' }],
    'shop.harbour-pine.example',
  ],
  ['a field of its own', [{ action: 'open', url: 'https://www.portal.example/login/' }], 'portal.example/login'],
  [
    'what a tool call holds',
    [{ action: [{ goto: { url: 'http://ledger.example:8080/a' } }] }],
    'ledger.example:8080/a',
  ],
  ['a step that is a text', ['start', 'https://desk.example/tickets?key=1#x'], 'desk.example/tickets'],
  ['the first of several', [{ url: 'https://a.example' }, { url: 'https://b.example' }], 'a.example'],
  ['no address, but a sentence with one', [{ text: 'go to https://a.example now' }], null],
  ['another scheme', [{ url: 'javascript:alert(1)' }, { url: 'file:///etc/passwd' }], null],
  ['an address of a later step', [...Array(5).fill({ action: 'wait' }), { url: 'https://late.example' }], null],
  ['no list', 'https://a.example', null],
])('takes the start address from %s', (_, steps, address) => {
  expect(startAddressOf(steps)).toBe(address)
})

test('leaves out what may be a secret, and is bounded', () => {
  expect(startAddressOf([{ url: 'https://user:pass@a.example/x?token=abc#y' }])).toBe('a.example/x')
  expect(startAddressOf([{ url: `https://a.example/${'x'.repeat(900)}` }])?.length).toBeLessThanOrEqual(201)
  expect(startAddressOf([{ url: `https://a.example/${'x'.repeat(9_000)}` }])).toBeNull()
})
