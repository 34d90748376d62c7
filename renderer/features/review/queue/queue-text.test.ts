import { expect, test } from 'vitest'
import { cutText, doneOf, failedText, positionText, summaryTitle, waitingText } from './queue-text.ts'

const done = { pass: 7, fail: 4, unsure: 0, skipped: 1 }

test('says where the queue is and what came of it', () => {
  expect(positionText(12, 1_731)).toBe('12 of 1,731')
  expect(failedText(done)).toBe('4 failed so far')
  expect(failedText({ ...done, fail: 0 })).toBe('none failed so far')
  expect(doneOf(done)).toBe(12)
  expect(waitingText({ total: 731, done })).toBe('Review of 731 sessions: 12 done')
  expect(waitingText({ total: 1, done: { ...done, pass: 0, fail: 0, skipped: 0 } })).toBe('Review of 1 session: 0 done')
})

test('says what a review leaves out and what came of all', () => {
  expect(cutText(12_431, 10_000)).toBe('12,431 sessions match. A review holds 10,000, in the order of the list.')
  expect(summaryTitle({ total: 12, done })).toBe('Went through 12 sessions')
  expect(summaryTitle({ total: 11, done: { ...done, skipped: 0 } })).toBe('Reviewed 11 sessions')
})
