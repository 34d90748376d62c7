import { expect, test } from 'vitest'
import type { Mark } from '../../../../electron/contract/models/session-models.ts'
import { inOrder, markAt, markNear } from './marks.ts'

const mark = (id: string, atMs: number): Mark => ({ id, sessionId: 's', atMs, text: '', createdAt: 0 })
const marks = inOrder([mark('c', 9_000), mark('a', 1_000), mark('b', 4_000)])

test('previous and next go mark by mark', () => {
  expect(markNear(marks, 4_000, 1, false)?.id).toBe('c')
  expect(markNear(marks, 4_000, -1, false)?.id).toBe('a')
  expect(markNear(marks, 9_000, 1, false)).toBeNull()
  expect(markNear(marks, 1_000, -1, false)).toBeNull()
})

test('while playing one gets past the mark one has just jumped to', () => {
  expect(markNear(marks, 4_300, -1, true)?.id).toBe('a')
  expect(markNear(marks, 4_300, -1, false)?.id).toBe('b')
  expect(markNear(marks, 5_000, -1, true)?.id).toBe('b')
})

test('the mark one stands on', () => {
  expect(markAt(marks, 4_020)?.id).toBe('b')
  expect(markAt(marks, 4_200)).toBeNull()
})
