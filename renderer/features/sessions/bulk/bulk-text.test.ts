import { expect, it } from 'vitest'
import { changedText, undoneText, withdrawnText } from './bulk-text.ts'

it('says what was changed and what had it already', () => {
  expect(changedText({ kind: 'verdict', verdict: 'fail' }, 5_000, 0)).toBe('Set the verdict Fail on 5,000 sessions.')
  expect(changedText({ kind: 'verdict', verdict: 'pass' }, 1, 3)).toBe(
    'Set the verdict Pass on 1 session. 3 sessions already had it.',
  )
  expect(changedText({ kind: 'verdict', verdict: null }, 2, 1)).toBe('Removed the verdict of 2 sessions.')
  expect(changedText({ kind: 'add-tags', tags: ['login', 'flaky'] }, 7, 0)).toBe(
    'Tagged 7 sessions with “login” and “flaky”.',
  )
  expect(changedText({ kind: 'add-tags', tags: ['login'] }, 0, 4)).toBe('All 4 sessions already have “login”.')
})

it('says what an undo could not take back', () => {
  expect(undoneText(5_000, 0)).toBe('Restored 5,000 sessions.')
  expect(undoneText(9, 1)).toBe('Restored 9 sessions. 1 session changed since then and was kept.')
  expect(withdrawnText(1, 0)).toBe('Removed 1 recording from the queue.')
  expect(withdrawnText(40, 2)).toBe(
    'Removed 40 recordings from the queue. 2 finished meanwhile and stay in the archive.',
  )
})
