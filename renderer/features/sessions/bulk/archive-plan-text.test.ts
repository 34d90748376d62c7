import { expect, it } from 'vitest'
import { addedText, planText } from './archive-plan-text.ts'

const now = new Date(2026, 10, 28, 10, 17, 30).getTime()

it('tells before bulk work how much, how long, and when it is done', () => {
  const plan = planText({ recordings: 312, requests: 312, atLimitMs: 9 * 60_000 + 20_000 }, 400, now)
  expect(plan.title).toBe('312 recordings, about 9 min at this limit')
  expect(plan.text).toBe(
    'Done at about 10:26. 312 requests to the service. Part of the rate limit stays free for you. 88 are already archived or queued.',
  )
})

it('promises no time where the limit is unknown, and none below a minute', () => {
  expect(planText({ recordings: 1, requests: 1, atLimitMs: null }, 1, now)).toEqual({
    title: '1 recording',
    text: '1 request to the service. Part of the rate limit stays free for you. The service has not reported its rate limit, so the duration is unknown.',
  })
  expect(planText({ recordings: 2, requests: 2, atLimitMs: 800 }, 2, now).title).toBe(
    '2 recordings, less than a minute at this limit',
  )
})

it('says when there is nothing to do', () => {
  expect(planText({ recordings: 0, requests: 0, atLimitMs: 0 }, 7, now).text).toBe(
    'All 7 are already archived or queued.',
  )
  expect(planText({ recordings: 0, requests: 0, atLimitMs: 0 }, 1, now).text).toBe('It is already archived or queued.')
})

it('counts what was queued and what was there', () => {
  expect(addedText({ added: 1, already: 0 })).toBe('Queued 1 recording.')
  expect(addedText({ added: 1_200, already: 1 })).toBe('Queued 1,200 recordings. 1 was already there.')
  expect(addedText({ added: 0, already: 1 })).toBe('Already in the archive.')
  expect(addedText({ added: 0, already: 3 })).toBe('All are already in the archive.')
})
