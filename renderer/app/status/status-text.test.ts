import { expect, test } from 'vitest'
import type { SyncState } from '../../../electron/contract/models/session-models.ts'
import { analysisText, syncText, transferText } from './status-text.ts'

const sync = (given: Partial<SyncState>): SyncState => ({
  accountId: 'a',
  state: 'idle',
  pages: 0,
  seen: 0,
  added: 0,
  problem: null,
  finishedAt: null,
  ...given,
})

test('what is done, how much, and what is new', () => {
  expect(syncText(sync({}), 0)).toBeNull()
  expect(syncText(sync({ state: 'running', seen: 1_200 }), 0)).toBe('Refreshing sessions: 1,200 loaded')
  expect(syncText(sync({ state: 'running', seen: 1_200, added: 45 }), 0)).toMatch(/1,200 loaded, 45 new$/)
  expect(syncText(sync({ state: 'done', finishedAt: 1_000 }), 181_000)).toBe('Sessions updated 3 min ago')
  // The status bar's clock ticks every ten seconds: it may be behind the end of a pass.
  expect(syncText(sync({ state: 'done', finishedAt: 9_000 }), 1_000)).toBe('Sessions updated just now')
})

test('a failure carries its sentence', () => {
  const problem = { code: 'timeout', message: 'No answer in 30 s.' } as const
  expect(syncText(sync({ state: 'failed', problem }), 0)).toBe('The list could not be refreshed. No answer in 30 s.')
  expect(syncText(sync({ state: 'not-supported' }), 0)).toContain('paste or drop')
})

test('a failure that the banner tells is a state alone', () => {
  const problem = { code: 'timeout', message: 'No answer in 30 s.' } as const
  expect(syncText(sync({ state: 'failed', problem }), 0, () => 'down')).toBe('Refresh failed')
})

test('L20: a list that was read and owes rows says so', () => {
  const problem = { code: 'bad-answer', message: 'The service counts 23 sessions but listed 5.' } as const
  expect(syncText(sync({ state: 'done', finishedAt: 1_000, problem }), 181_000)).toContain('listed 5')
})

const idle = { items: 9, done: 9, doneBytes: 5, running: 0, queued: 0, failed: 0, rate: 0, leftMs: null, blocked: null }

test('says how many, how fast and how long', () => {
  const words = transferText({ ...idle, running: 2, queued: 4, rate: 14.2 * 1024 ** 2, leftMs: 61_000 })
  expect(words).toMatchObject({ text: 'Downloads: 2 running · 14.2 MB/s · 1 min left', warn: false })
})

test('claims no rate and no time that are not known', () => {
  expect(transferText({ ...idle, running: 1, leftMs: Number.POSITIVE_INFINITY })?.text).toBe('Downloads: 1 running')
  expect(transferText({ ...idle, queued: 3 })?.text).toBe('Downloads: 3 queued')
  expect(transferText(idle)).toBeNull()
})

test('a queue that stands still says why, and what failed is not forgotten', () => {
  const blocked = { code: 'storage' as const, message: 'The disk is full: 1.2 GB more needed.' }
  expect(transferText({ ...idle, queued: 7, blocked })).toEqual({
    text: 'Downloads paused: 7 queued',
    title: 'The disk is full: 1.2 GB more needed.',
    warn: true,
  })
  expect(transferText({ ...idle, failed: 2 })).toMatchObject({ text: 'Downloads: 2 failed', warn: true })
})

test('the analysis says how far it is, what waits and what holds it back', () => {
  const status = { state: 'idle', pausedBy: null, queued: 0, current: null } as const
  expect(analysisText(status)).toBeNull()
  expect(analysisText({ ...status, state: 'running', current: { sessionId: 'a', progress: 0.437 } })).toBe(
    'Analysing 43%',
  )
  expect(analysisText({ ...status, state: 'paused', pausedBy: 'switch', queued: 2 })).toBe('Analysis paused · 2 queued')
  expect(analysisText({ ...status, state: 'paused', pausedBy: 'battery', queued: 1 })).toContain('on battery')
  expect(analysisText({ ...status, state: 'paused', pausedBy: 'playing', queued: 1 })).toContain('during playback')
})
