import { expect, it } from 'vitest'
import { pathText, statusText, timeText } from './request-text.ts'

it('says a status with its word, also where there is none', () => {
  expect([200, 404, 422, 429, 529].map(statusText)).toEqual([
    '200 OK',
    '404 Not Found',
    '422 Unprocessable Content',
    '429 Too Many Requests',
    '529 Overloaded',
  ])
  expect(statusText(299)).toBe('299')
  expect(statusText(null)).toBe('No response')
})

it('leaves the date out today only', () => {
  const at = new Date(2026, 10, 28, 10, 14, 3).getTime()
  expect(timeText(at, at + 1_000)).toBe('10:14:03')
  expect(timeText(at, at + 86_400_000)).toBe('11-28 10:14:03')
})

it('cuts ids in a path, never its words or its query', () => {
  expect(pathText('/sessions/a90e37c5-52f4-4d18-86eb-0b7c9d41f3a2/replay')).toBe('/sessions/a90e…f3a2/replay')
  expect(pathText('/managed-auth/connections/conn-supplier-portal/functions/login')).toBe(
    '/managed-auth/connections/conn-supplier-portal/functions/login',
  )
  expect(pathText('/sessions?page=1&page_size=100')).toBe('/sessions?page=1&page_size=100')
})
