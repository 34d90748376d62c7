import { expect, it } from 'vitest'
import { changesAnything, exportedText, importedText, planLines } from './hand-over-text.ts'

const plan = { added: 0, replaced: 0, kept: 0, same: 0, marks: 0, unlisted: 0, conflicts: [] }

it('says what was exported, and which sessions have no review', () => {
  expect(exportedText('r.csv', 1, 1)).toBe('Saved 1 review as r.csv.')
  expect(exportedText('r.csv', 1_200, 1_201)).toBe('Saved 1,200 reviews as r.csv. 1 session has no review.')
})

it('says what an import changes, and what it changed', () => {
  const some = { ...plan, added: 2, kept: 1, marks: 3 }
  expect(planLines(some)).toEqual([
    ['New', 2],
    ['Newer here: yours is kept', 1],
    ['Timed notes and marks that are added', 3],
  ])
  expect(importedText(some)).toBe('Imported 2 reviews. Added 3 timed notes and marks.')
  expect([
    changesAnything(some),
    changesAnything({ ...plan, marks: 1 }),
    changesAnything({ ...plan, kept: 9, same: 1 }),
  ]).toEqual([true, true, false])
})
