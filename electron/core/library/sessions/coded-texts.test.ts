import { array, assert, integer, nat, property } from 'fast-check'
import { expect, it } from 'vitest'
import { createCodedTexts, growTexts, largest, textAt, writeText } from './coded-texts.ts'

it('gives rows with the same text the same code, and follows a change', () => {
  const texts = createCodedTexts()
  growTexts(texts, 4)
  for (const [row, text] of ['error', null, 'error', 'closed'].entries()) writeText(texts, row, text)
  expect([0, 1, 2, 3, 9].map((row) => textAt(texts, row))).toEqual(['error', null, 'error', 'closed', null])
  expect(texts.codes[0]).toBe(texts.codes[2])
  writeText(texts, 0, 'closed')
  growTexts(texts, 9)
  expect([textAt(texts, 0), textAt(texts, 2), textAt(texts, 8)]).toEqual(['closed', 'error', null])
})

it('finds the places that a stable sort would put first', () => {
  assert(
    property(array(nat(5), { maxLength: 40 }), integer({ min: 1, max: 12 }), (counts, most) => {
      const sorted = [...counts.keys()].filter((nth) => counts[nth] !== 0)
      sorted.sort((a, b) => (counts[b] as number) - (counts[a] as number))
      expect(largest(counts, most)).toEqual(sorted.slice(0, most))
    }),
  )
})
