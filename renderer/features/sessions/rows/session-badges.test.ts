import { expect, it } from 'vitest'
import { badgesOf, notesHint } from './session-badges.ts'

const analysis = {
  durationMs: 600_000,
  activityMs: 134_000,
  screens: 9,
  loop: null,
  frozenEndMs: null,
  endThumbnail: null,
}

it('says what repeats and how long nothing changed at the end', () => {
  const found = badgesOf({ analysis: { ...analysis, loop: { count: 5, period: 2 }, frozenEndMs: 130_000 } })
  expect(found.map(({ text }) => text)).toEqual(['Loop 5×', 'Frozen end 2:10'])
  expect(found[0]?.hint).toBe('The same 2 screens repeated 5 times in a row')
})

it('says nothing of a recording without either, or without analysis', () => {
  expect(badgesOf({ analysis })).toEqual([])
  expect(badgesOf({ analysis: null })).toEqual([])
})

it('says how many timed notes a session has', () => {
  expect([notesHint({ timedNotes: 1 }), notesHint({ timedNotes: 1_200 })]).toEqual([
    '1 timed note',
    '1,200 timed notes',
  ])
})
