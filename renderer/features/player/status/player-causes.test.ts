import { describe, expect, test } from 'vitest'
import type { Lease, Playable, ReplayPhase } from '../../../../electron/contract/models/replay-models.ts'
import type { Problem } from '../../../../electron/contract/result.ts'
import type { EngineCause } from '../engine/error-policy.ts'
import { type CauseAction, keptPlayable, pollText, type StageInput, stageViewOf } from './player-causes.ts'

test('polling counts down to the next check and to its end, never below', () => {
  expect(pollText(4_200, 232_000, 0)).toBe('Refreshing again in 5 s. Stops in 3:52.')
  expect(pollText(0, -5, 10)).toBe('Refreshing… Stops in 0:00.')
  expect(pollText(null, null, 10)).toBe('Refreshing…')
})

const problem: Problem = { code: 'links-expired', message: 'The links expired.' }
const playable: Playable = {
  kind: 'playable',
  hls: '/media/replay/s/index.m3u8',
  mp4: null,
  startMs: 0,
  startEstimated: false,
  durationMs: null,
  wallClockStart: null,
  warnings: [],
}
const dead: Lease = {
  sessionId: 's',
  state: 'expired',
  expiresAt: 0,
  expirySource: 'record',
  renewsAt: null,
  renewals: 0,
  problem,
}
const running: StageInput = {
  phase: playable,
  lease: null,
  playable,
  openProblem: null,
  ready: true,
  buffering: false,
  waitingForLinks: false,
  failure: null,
}
const unavailable = (cause: Extract<ReplayPhase, { kind: 'unavailable' }>['cause']): ReplayPhase => ({
  kind: 'unavailable',
  cause,
  problem,
})

describe('what stays on the screen', () => {
  test('dead links leave what is loaded on the screen and say so beside it', () => {
    const phase = unavailable('links-expired')
    expect(keptPlayable(phase, playable)).toBe(playable)
    expect(stageViewOf({ ...running, phase })).toEqual({ kind: 'picture', buffering: null, trouble: problem })
    expect(stageViewOf({ ...running, lease: dead })).toEqual({ kind: 'picture', buffering: null, trouble: problem })
  })
  test('dead links and nothing left to play is a cause with one action', () => {
    const view = stageViewOf({ ...running, phase: unavailable('links-expired'), buffering: true })
    expect(view).toMatchObject({ kind: 'cause', cause: { action: 'renew', label: 'Renew links' } })
    expect(stageViewOf({ ...running, lease: dead, buffering: true, waitingForLinks: true })).toMatchObject({
      kind: 'cause',
      cause: { action: 'renew' },
    })
  })
  test('a recording that turned out not to exist drops the picture', () => {
    for (const cause of ['no-frames', 'no-recording', 'recording-failed', 'bad-playlist'] as const) {
      expect(keptPlayable(unavailable(cause), playable)).toBeNull()
    }
  })
})

describe('one view for everything', () => {
  test('every cause has a title of its own and a label on its action', () => {
    const causes = [
      'no-frames',
      'no-recording',
      'recording-failed',
      'links-expired',
      'offline',
      'certificate',
      'refused',
      'bad-playlist',
      'signed-out',
    ] as const
    const titles = causes.map((one) => {
      const view = stageViewOf({ ...running, ready: false, playable: null, phase: unavailable(one) })
      if (view.kind !== 'cause') throw new Error(`${one} is no cause`)
      expect(view.cause.label.length).toBeGreaterThan(0)
      return view.cause.title
    })
    expect(new Set(titles).size).toBe(causes.length)
  })
  test('waiting polls and can be stopped, or was stopped and can be started', () => {
    const phase = { kind: 'waiting', reason: 'processing', nextPollAt: 5, pollsUntil: 9, problem } as const
    const quiet = { ...running, playable: null, ready: false }
    expect(stageViewOf({ ...quiet, phase: { ...phase, polling: true } })).toMatchObject({
      cause: { action: 'stop' },
      polling: { nextPollAt: 5, pollsUntil: 9 },
    })
    expect(stageViewOf({ ...quiet, phase: { ...phase, polling: false } })).toMatchObject({
      cause: { action: 'poll' },
      polling: null,
    })
  })
  test('what the engine gave up on is a cause', () => {
    for (const one of ['codec', 'damaged', 'network', 'missing', 'bad-playlist', 'no-picture'] as const) {
      expect(stageViewOf({ ...running, failure: { cause: one, details: 'x', problem: null } }).kind).toBe('cause')
    }
  })
  test.each<[EngineCause, Problem, RegExp, CauseAction]>([
    ['network', { code: 'links-expired', message: 'expired' }, /links expired/, 'renew'],
    ['network', { code: 'media-error', message: 'status 503', status: 503 }, /Couldn't load the video/, 'reload'],
    ['network', { code: 'certificate', message: 'expired on 2026-01-01' }, /Certificate rejected/, 'reload'],
    ['network', { code: 'signed-out', message: 'no key' }, /signed out/, 'sign-in'],
    ['missing', { code: 'not-found', message: 'moved or deleted' }, /video is missing/, 'recheck'],
    ['missing', { code: 'media-error', message: 'gone', status: 404 }, /video is missing/, 'recheck'],
    ['missing', { code: 'refused-address', message: 'this machine' }, /cannot be loaded/, 'recheck'],
  ])('a load that failed for good is told with its own problem: %s %o', (one, reason, title, action) => {
    const view = stageViewOf({ ...running, failure: { cause: one, details: 'x', problem: reason } })
    expect(view).toMatchObject({
      kind: 'cause',
      cause: { title: expect.stringMatching(title), action, problem: reason },
    })
  })
  test('H50 a refused certificate is a cause of its own, in the words of the problem, with one action', () => {
    const reason: Problem = {
      code: 'certificate',
      message: 'The certificate of h expired.',
      next: 'Check the date.',
    }
    const shown = { cause: { title: expect.stringMatching(/Certificate/), problem: reason, action: 'recheck' } }
    const phase: ReplayPhase = { kind: 'unavailable', cause: 'certificate', problem: reason }
    expect(stageViewOf({ ...running, phase, playable: null, ready: false })).toMatchObject(shown)
    expect(stageViewOf({ ...running, openProblem: reason })).toMatchObject(shown)
    expect(keptPlayable(phase, playable)).toBe(playable)
  })
  test('a failed call is told apart: signed out, not reachable or refused', () => {
    const open = (code: Problem['code']) => stageViewOf({ ...running, openProblem: { code, message: 'no' } })
    expect(open('not-reachable')).toMatchObject({ cause: { title: expect.stringMatching(/unreachable/) } })
    expect(open('signed-out')).toMatchObject({ cause: { action: 'sign-in' } })
    expect(open('server-error')).toMatchObject({ cause: { action: 'recheck' } })
  })
  test('K12: media that stops, and media that shows nothing, say what to do next', () => {
    for (const one of ['codec', 'damaged', 'no-picture'] as const)
      expect(stageViewOf({ ...running, failure: { cause: one, details: 'x', problem: null } })).toMatchObject({
        cause: { problem: { next: expect.stringMatching(/\w/) } },
      })
  })
  test('loading always has words', () => {
    expect(stageViewOf({ ...running, phase: { kind: 'loading' }, playable: null, ready: false })).toMatchObject({
      kind: 'loading',
      text: expect.stringMatching(/\w/),
    })
    expect(stageViewOf({ ...running, ready: false })).toMatchObject({
      kind: 'loading',
      text: expect.stringMatching(/\w/),
    })
    expect(stageViewOf({ ...running, buffering: true })).toMatchObject({
      kind: 'picture',
      buffering: expect.stringMatching(/\w/),
    })
  })
})
