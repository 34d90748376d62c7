import { expect, it } from 'vitest'
import { archiveStates } from '../../../electron/contract/constants/archive-constants.ts'
import {
  actionLabel,
  canAcceptPartial,
  idsFor,
  importText,
  keepOrder,
  possibleActions,
  verifyText,
  widestLabel,
} from './archive-actions.ts'
import { stateLabel } from './archive-state-text.ts'
import { testItem } from './testing/test-item.ts'

const all = archiveStates.map((state) => testItem({ id: state, state }))

it('names what cannot be undone', () => {
  expect(actionLabel('cancel', 3)).toBe('Remove 3 downloads')
  expect(actionLabel('cancel', 1)).toBe('Remove the download')
  expect(actionLabel('remove', 3)).toBe('Move 3 files to trash')
  expect(actionLabel('remove', 1)).toBe('Move to trash')
  expect(actionLabel('forget', 2)).toBe('Remove 2 entries from list')
})

it('every item can be taken away in exactly one way', () => {
  const ways = [...idsFor('cancel', all), ...idsFor('forget', all), ...idsFor('remove', all)]
  expect([...ways].sort()).toEqual([...archiveStates].sort())
})

it('offers an act only for items it does something to', () => {
  expect(idsFor('resume', all)).toEqual(['paused'])
  expect(idsFor('retry', all)).toEqual(['interrupted', 'failed'])
  expect(idsFor('pause', all)).not.toContain('paused')
  expect(idsFor('recheck', all)).toEqual(['done', 'missing', 'altered'])
})

it('D22: an export with missing parts can be accepted, another failure cannot', () => {
  const problem = { code: 'incomplete' as const, message: 'm.' }
  expect(canAcceptPartial(testItem({ state: 'failed', source: 'hls', problem }))).toBe(true)
  expect(canAcceptPartial(testItem({ state: 'failed', source: 'mp4', problem }))).toBe(false)
  expect(
    canAcceptPartial(
      testItem({ state: 'failed', source: 'hls', problem: { code: 'media-error', message: 'incomplete' } }),
    ),
  ).toBe(false)
  expect(canAcceptPartial(testItem({ state: 'done', source: 'hls' }))).toBe(false)
})

it('tells what a re-check and an import found', () => {
  expect(verifyText({ sound: 1, missing: 0, altered: 0 })).toBe('The file is unchanged.')
  expect(verifyText({ sound: 12, missing: 0, altered: 0 })).toBe('All 12 files are unchanged.')
  expect(verifyText({ sound: 10, missing: 1, altered: 2 })).toBe(
    '10 of 13 files are unchanged. 1 is missing. 2 were changed.',
  )
  expect(importText({ imported: 0, known: 0, refused: [] })).toMatch(/^This folder contains no recordings/)
  expect(importText({ imported: 12, known: 1, refused: ['a.mp4'] })).toBe(
    'Imported 12 recordings. 1 was already in the archive. 1 file was not imported.',
  )
})

it('keeps the place and the width of every button while a selection changes', () => {
  const start = keepOrder([], ['pause', 'cancel'])
  const later = keepOrder(start, ['recheck', 'cancel', 'remove'])
  expect(later).toEqual(['pause', 'cancel', 'recheck', 'remove'])
  expect(keepOrder(later, ['pause'])).toBe(later)
  for (const action of ['pause', 'retry', 'cancel', 'remove', 'forget'] as const) {
    const longest = widestLabel(action, 120).length
    for (const count of [1, 9, 10, 120]) expect(longest).toBeGreaterThanOrEqual(actionLabel(action, count).length)
  }
})

it('takes a session without a recording off the list, and does not call that a retry', () => {
  const selected = new Map([['item-1', testItem({ state: 'no-recording' })]])
  expect(possibleActions(selected)).toEqual([{ action: 'forget', count: 1 }])
  expect(stateLabel(testItem({ state: 'no-recording' }))).toMatchObject({ text: 'No recording', tone: 'neutral' })
})
