import { expect, test } from 'vitest'
import { isOurUrl } from './origin.ts'

test.each([
  ['app://desk', true],
  ['app://desk/', true],
  ['app://desk/index.html?x', true],
  ['app://desk.evil.example/', false],
  ['app://desk@evil.example/', false],
  ['app://other/', false],
  ['https://desk/', false],
  ['file:///etc/passwd', false],
  ['', false],
])('%s is ours: %s', (url, ours) => {
  expect(isOurUrl(url)).toBe(ours)
})
