import { expect, test } from 'vitest'
import { asciiHostOf, hostWithAscii } from './host-text.ts'

test.each([
  ['example.com', '/x', 'example.com/x'],
  ['xn--pple-43d.com', '', 'xn--pple-43d.com'],
  ['\u0430pple.com', '/x', '\u0430pple.com/x (xn--pple-43d.com)'],
  ['\u0430\u0440\u0440\u04cf\u0435.com', '', '\u0430\u0440\u0440\u04cf\u0435.com (xn--80ak6aa92e.com)'],
  ['żółć.pl', '', 'żółć.pl (xn--kda4b0koi.pl)'],
  ['no host ü', '', 'no host ü'],
])('the host %s is shown with the form that no other host has', (host, rest, text) => {
  expect(hostWithAscii(host, rest)).toBe(text)
})

test.each([
  ['https://api.example.com', null],
  ['\u0430pi.example.com/v1', 'xn--pi-6kc.example.com'],
  ['https://api.example.com/\u0430', null],
  ['not an address ü', null],
])('of the typed address %s the ASCII host is %s', (typed, host) => {
  expect(asciiHostOf(typed)).toBe(host)
})
