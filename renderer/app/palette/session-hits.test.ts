import { expect, test } from 'vitest'
import { stillFits } from './session-hits.ts'

const row = { title: 'Buy two enamel mugs', serviceTitle: 'shop run', startAddress: null, sessionId: 'b8f4e2d7-90c3' }

test('a hit stays while more of its own words are typed, and goes with the first that is not its own', () => {
  for (const text of ['', ' ', 'BUY', 'mugs two', 'b8f4', 'enamel b8f4 ']) expect(stillFits(row, text)).toBe(true)
  for (const text of ['go to functions', 'buy one', 'b9']) expect(stillFits(row, text)).toBe(false)
  expect(stillFits({ title: null, serviceTitle: null, startAddress: null, sessionId: 'x1' }, 'null')).toBe(false)
  expect(stillFits({ ...row, title: null }, 'shop b8f4')).toBe(true)
})
