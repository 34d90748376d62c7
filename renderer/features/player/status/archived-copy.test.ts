import { expect, test } from 'vitest'
import { archivedVideoPath, videoPath } from '../../../../electron/contract/media-paths.ts'
import type { Lease } from '../../../../electron/contract/models/replay-models.ts'
import { archivedCopy } from './archived-copy.ts'

const lease: Lease = {
  sessionId: 's',
  state: 'fresh',
  expiresAt: null,
  expirySource: 'unknown',
  renewsAt: null,
  renewals: 0,
  problem: null,
}

test('the badge stands only where the copy plays, without a lease', () => {
  expect(archivedCopy('archived', null, { mp4: archivedVideoPath('7') }).badge).toMatch(/copy in your archive/)
  expect(archivedCopy('ready', null, { mp4: archivedVideoPath('7') })).toMatchObject({ archived: true })
  expect(archivedCopy('ready', lease, { mp4: videoPath('s') })).toEqual({ archived: false, badge: null })
  expect(archivedCopy(null, null, null)).toEqual({ archived: false, badge: null })
})

test('a run that plays from the service while a copy exists keeps its link life in sight', () => {
  expect(archivedCopy('archived', lease, { mp4: videoPath('s') })).toEqual({ archived: true, badge: null })
})
