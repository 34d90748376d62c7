import { expect, it } from 'vitest'
import { journalEntry, journalPath } from './journal.ts'

it('keeps ids and harmless values, hides secret ones and known secrets', () => {
  expect(journalPath('/sessions/0b1f%2F..', [])).toBe('/sessions/0b1f%2F..')
  expect(journalPath('/sessions', [['page', '2']])).toBe('/sessions?page=2')
  expect(
    journalPath('/x', [
      ['access_token', 'abc'],
      ['page', '2'],
    ]),
  ).toBe('/x?access_token=[redacted]&page=2')
  expect(journalPath('/sessions/key-4711', [], ['key-4711'])).toBe('/sessions/[redacted]')
  expect(journalPath(`/${'a'.repeat(9_000)}`, []).length).toBeLessThanOrEqual(2_001)
})

it('rounds the time and never goes below zero when the clock jumped', () => {
  const facts = {
    at: 1,
    accountId: 'a',
    method: 'GET',
    path: '/x',
    query: [],
    secrets: [],
    status: null,
    limitLeft: null,
    limitTotal: null,
    problem: null,
  }
  expect(journalEntry({ ...facts, ms: 1.6 })).toEqual({
    at: 1,
    accountId: 'a',
    method: 'GET',
    path: '/x',
    status: null,
    ms: 2,
    limitLeft: null,
    limitTotal: null,
    problem: null,
  })
  expect(journalEntry({ ...facts, ms: -50 }).ms).toBe(0)
})
