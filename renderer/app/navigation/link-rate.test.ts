import { expect, test } from 'vitest'
import { createLinkRate } from './link-rate.ts'

const HERE = { account: { id: 'a', label: 'A', active: true } }
const ELSEWHERE = { account: { id: 'b', label: 'B', active: false } }

test('a link into another account is offered, never opened by itself', () => {
  const may = createLinkRate()
  expect(may(ELSEWHERE, 0)).toBe('ask')
  expect(may(HERE, 0)).toBe('open')
  expect(may({ account: null }, 0)).toBe('open')
})

test('five links a minute open by themselves, the others are offered', () => {
  const may = createLinkRate()
  const taken = Array.from({ length: 100 }, (_none, i) => may(HERE, i * 100))
  expect(taken.filter((one) => one === 'open')).toHaveLength(5)
  expect(may(HERE, 60_050)).toBe('open')
})
