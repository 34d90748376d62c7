import { expect, it } from 'vitest'
import { headersText, partsOf } from './headers-text.ts'

const row = { id: 1, at: 0, method: 'GET', path: '/sessions', ms: 12, limitLeft: null } as const

it('lays request and answer out as they travelled', () => {
  const text = headersText({
    ...row,
    status: 200,
    problem: null,
    outcome: 'ok',
    url: 'http://127.0.0.1:1/v1/sessions',
    requestHeaders: [
      ['accept', 'application/json'],
      ['authorization', 'Bearer [redacted]'],
    ],
    answerHeaders: [['x-ratelimit-limit', '100']],
    curl: '',
  })
  expect(text).toBe(
    'GET http://127.0.0.1:1/v1/sessions\naccept: application/json\nauthorization: Bearer [redacted]\n\n200 OK\nx-ratelimit-limit: 100\n',
  )
})

it('says it where no answer came', () => {
  const text = headersText({
    ...row,
    status: null,
    problem: 'timeout',
    outcome: 'none',
    url: 'u',
    requestHeaders: [],
    answerHeaders: [],
    curl: '',
  })
  expect(text).toBe('GET u\n\nNo response.\n')
})

it('marks what was redacted within a value', () => {
  expect(partsOf('Bearer [redacted]')).toEqual([
    { text: 'Bearer ', redacted: false },
    { text: '[redacted]', redacted: true },
  ])
  expect(partsOf('a[redacted]b[redacted]').map(({ text }) => text)).toEqual(['a', '[redacted]', 'b', '[redacted]'])
  expect(partsOf('')).toEqual([])
})
