import { expect, test } from 'vitest'
import { pollWords } from './poll-text.ts'

test('polling counts down to the next check and to its end, never below', () => {
  expect(pollWords(4_200, 232_000, 0)).toBe('Checking again in 5 s. Stops checking in 3:52.')
  expect(pollWords(0, -5, 10)).toBe('Checking now. Stops checking in 0:00.')
  expect(pollWords(null, null, 10)).toBe('Checking now.')
})
