import { expect, test } from 'vitest'
import { adviceOn } from './query-advice.ts'

test('a query without problems runs', () => {
  expect(adviceOn('login status:failed', 19)).toEqual({ runs: true, message: null })
})

test('names the token that is no filter', () => {
  const advice = adviceOn('login stat:failed', 17)
  expect(advice.runs).toBe(false)
  expect(advice.message).toMatch(/^“stat:failed”: There is no filter stat:/)
})

test('says nothing about an incomplete token while the caret is in it', () => {
  expect(adviceOn('login status:', 13)).toEqual({ runs: false, message: null })
  expect(adviceOn('login status:', 2).message).toMatch(/^“status:”: status: needs a value/)
  expect(adviceOn('login status:', null).message).not.toBeNull()
})
