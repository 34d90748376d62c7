import { expect, test } from 'vitest'
import { draftFor, readDrafts, setDraft } from './review-drafts.ts'

test('drafts come back from what was stored; anything else in it is left out', () => {
  const stored = {
    'me/a': { verdict: 'fail', reason: 'x' },
    'me/b': { verdict: null },
    'me/c': { verdict: 7 },
    d: 'text',
  }
  expect(readDrafts(JSON.stringify(stored)).drafts).toEqual({
    'me/a': { verdict: 'fail', reason: 'x' },
    'me/b': { verdict: null },
  })
  expect(readDrafts(null).drafts).toEqual({})
  expect(readDrafts('3').drafts).toEqual({})
})

test('each session has its own, at most fifty of them, the newest kept', () => {
  for (let n = 0; n < 60; n += 1) setDraft('me', `s${n}`, { reason: `${n}` })
  expect([draftFor('me', 's59'), draftFor('me', 's10'), draftFor('me', 's9')]).toEqual([
    { reason: '59' },
    { reason: '10' },
    undefined,
  ])
  setDraft('me', 's59', null)
  expect(draftFor('me', 's59')).toBeUndefined()
  expect(draftFor('other', 's58')).toBeUndefined()
})
