import { expect, test } from 'vitest'
import { createHlsRecovery } from './hls-recovery.ts'

test('goes by the beginning once while no parameter sets were seen, then by IDR pictures', () => {
  const recovery = createHlsRecovery()
  expect(recovery.escalate(40)).toBe('beginning')
  expect(recovery.recentTries()).toBe(0)
  expect(recovery.escalate(40)).toBe('idr')
  expect([recovery.onlyIdr(), recovery.recentTries()]).toEqual([true, 1])
})

test('begins at 0 for IDR pictures and seeks back once the place is loaded (M20)', () => {
  const recovery = createHlsRecovery()
  expect(recovery.loadFrom(40, null)).toBe(40)
  expect(recovery.takeSeek([{ start: 0, end: 60 }])).toBeNull()
  recovery.escalate(0)
  expect(recovery.loadFrom(40, 'idr')).toBe(0)
  expect(recovery.wantedS(0)).toBe(40)
  expect(recovery.takeSeek([{ start: 0, end: 30 }])).toBeNull()
  expect(recovery.takeSeek([{ start: 0, end: 60 }])).toBe(40)
  expect(recovery.takeSeek([{ start: 0, end: 60 }])).toBeNull()
})

test('P09: seeks back to the end as well, behind which nothing is loaded', () => {
  const recovery = createHlsRecovery()
  recovery.escalate(0)
  expect(recovery.loadFrom(6, 'idr')).toBe(0)
  expect(recovery.takeSeek([{ start: 0, end: 4 }])).toBeNull()
  expect(recovery.takeSeek([{ start: 0, end: 5.99 }])).toBe(6)
})

test('stays where the person seeks while the beginning is read', () => {
  const recovery = createHlsRecovery()
  expect(recovery.loadFrom(40, recovery.escalate(40))).toBe(0)
  recovery.dropSeek()
  expect(recovery.takeSeek([{ start: 0, end: 60 }])).toBeNull()
  expect(recovery.wantedS(7)).toBe(7)
})
