import { expect, it } from 'vitest'
import { sessionChips } from '../../../../electron/contract/constants/session-constants.ts'
import { parseQuery } from '../../../../electron/contract/query/query-parse.ts'
import { chipTokens, hasChip, toggleChip } from './query-chips.ts'

it('writes tokens that a query knows, and takes them out again', () => {
  for (const chip of sessionChips) {
    expect(parseQuery(chipTokens[chip]).parts).toMatchObject([{ type: 'term' }])
    const on = toggleChip('cart "a  b"', chip)
    expect(on).toBe(`cart "a  b" ${chipTokens[chip]}`)
    expect(hasChip(on, chip)).toBe(true)
    expect(toggleChip(on, chip)).toBe('cart "a  b"')
  }
})

it('is on when a person typed the token, and not for the same words in quotes', () => {
  expect(hasChip('Is:Failed cart', 'failed')).toBe(true)
  expect(hasChip('error:"x is:failed y"', 'failed')).toBe(false)
  expect(hasChip('-is:failed', 'failed')).toBe(false)
  expect(toggleChip('is:failed cart', 'failed')).toBe('cart')
  expect(toggleChip('"open quote', 'failed')).toBe('"open quote is:failed')
})
