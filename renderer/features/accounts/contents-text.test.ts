import { expect, test } from 'vitest'
import { contentsText } from './contents-text.ts'

const NOTHING = { sessions: 0, notes: 0, verdicts: 0, marks: 0, snapshots: 0 }

test('says in numbers what removing an account deletes', () => {
  expect(contentsText({ sessions: 1_200, notes: 3, verdicts: 1, marks: 0, snapshots: 2 })).toBe(
    'Deletes 3 sessions with titles, notes or tags, 1 verdict, 2 cookie snapshots and 1,200 sessions.',
  )
  expect(contentsText({ ...NOTHING, marks: 1 })).toBe('Deletes 1 mark.')
  expect(contentsText(NOTHING)).toContain('no sessions')
})
