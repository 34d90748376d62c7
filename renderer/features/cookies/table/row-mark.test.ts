import { expect, it } from 'vitest'
import { testFlag, testRow } from '../testing/test-row.ts'
import { isRefused, markOf } from './row-mark.ts'

it('C07: says the most pressing finding and how many more there are', () => {
  const flags = [
    testFlag('same-site-default', 'note'),
    testFlag('unusual-characters', 'warning'),
    testFlag('none-without-secure', 'refused'),
  ]
  expect(markOf(testRow('a', { flags }))).toMatchObject({ kind: 'refused', label: 'Refused +1' })
})

it('C05: an expired cookie is expired, not refused', () => {
  const row = testRow('a', { expired: true, flags: [testFlag('expired', 'refused')] })
  expect(markOf(row)).toMatchObject({ kind: 'expired', label: 'Expired' })
  expect(isRefused(row)).toBe(false)
})

it('leaves notes to the details', () => {
  expect(markOf(testRow('a', { flags: [testFlag('expiry-beyond-limit', 'note')] }))).toBeNull()
})
