import { ErrorDetails, ErrorTypes } from 'hls.js'
import { describe, expect, test } from 'vitest'
import type { Problem, ProblemCode } from '../../../../electron/contract/result.ts'
import { judge, judgeVideo, mayOtherPlay, WAITS_MS } from './error-policy.ts'

const problem = (code: ProblemCode, status?: number): Problem => ({
  code,
  message: 'words that decide nothing',
  ...(status === undefined ? {} : { status }),
})
const mayPlay = (of: Problem | null) => mayOtherPlay({ problem: of })
const LINKS = problem('links-expired', 403)
const fresh = { mediaTries: 0, waits: 0, ended: false }
const network = (details: string) => ({ type: ErrorTypes.NETWORK_ERROR, details, fatal: true })
const media = (details: string, fatal = true) => ({ type: ErrorTypes.MEDIA_ERROR, details, fatal })

describe('hls.js errors', () => {
  test('what hls.js mends by itself is left alone', () => {
    for (const details of [
      ErrorDetails.BUFFER_STALLED_ERROR,
      ErrorDetails.FRAG_LOAD_ERROR,
      ErrorDetails.BUFFER_FULL_ERROR,
    ]) {
      expect(judge(media(details, false), null, fresh)).toEqual({ action: 'ignore' })
    }
  })
  test('P24: a refused segment waits for the links, and gives up only after all pauses', () => {
    expect(judge(network(ErrorDetails.FRAG_LOAD_ERROR), LINKS, fresh)).toEqual({ action: 'wait', again: 'fragments' })
    expect(judge(network(ErrorDetails.KEY_LOAD_ERROR), null, fresh)).toEqual({ action: 'wait', again: 'fragments' })
    expect(
      judge(network(ErrorDetails.FRAG_LOAD_ERROR), LINKS, { mediaTries: 0, waits: WAITS_MS.length, ended: false }),
    ).toEqual({
      action: 'give-up',
      cause: 'network',
    })
  })
  test('a playlist that did not load is loaded again from the start', () => {
    for (const details of [
      ErrorDetails.MANIFEST_LOAD_ERROR,
      ErrorDetails.MANIFEST_LOAD_TIMEOUT,
      ErrorDetails.LEVEL_LOAD_ERROR,
    ]) {
      expect(judge(network(details), problem('media-error', 503), fresh)).toEqual({ action: 'wait', again: 'playlist' })
    }
  })
  test('P05: a text that is no playlist gives up at once', () => {
    expect(judge(network(ErrorDetails.MANIFEST_PARSING_ERROR), null, fresh)).toEqual({
      action: 'give-up',
      cause: 'bad-playlist',
    })
  })
  test('a codec gives up even when hls.js calls it not fatal', () => {
    expect(judge(media(ErrorDetails.BUFFER_ADD_CODEC_ERROR, false), null, fresh)).toEqual({
      action: 'give-up',
      cause: 'codec',
    })
    expect(judge(media(ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR), null, fresh)).toEqual({
      action: 'give-up',
      cause: 'codec',
    })
  })
  test('media is recovered once, then called damaged', () => {
    expect(judge(media(ErrorDetails.BUFFER_APPEND_ERROR), null, fresh)).toEqual({ action: 'recover-media' })
    expect(judge(media(ErrorDetails.BUFFER_APPEND_ERROR), null, { mediaTries: 1, waits: 0, ended: false })).toEqual({
      action: 'give-up',
      cause: 'damaged',
    })
  })
  test('P09: once all was shown, media that fails is not loaded again', () => {
    const shown = { ...fresh, ended: true }
    expect(judge(media(ErrorDetails.BUFFER_APPEND_ERROR), null, shown)).toEqual({ action: 'ignore' })
    expect(judge(media(ErrorDetails.BUFFER_ADD_CODEC_ERROR), null, shown)).toMatchObject({ cause: 'codec' })
  })
  test('every fatal error of the installed hls.js has a way out', () => {
    for (const type of Object.values(ErrorTypes)) {
      for (const details of Object.values(ErrorDetails)) {
        const verdict = judge({ type, details, fatal: true }, null, { mediaTries: 9, waits: 9, ended: false })
        expect(verdict.action).toBe('give-up')
      }
    }
  })
})

describe('loads that failed', () => {
  const load = (of: Problem | null) => judge(network(ErrorDetails.FRAG_LOAD_ERROR), of, fresh)
  test.each<[ProblemCode, number | undefined]>([
    ['not-found', undefined],
    ['refused-address', undefined],
    ['media-error', 403],
    ['media-error', 404],
    ['media-error', 410],
  ])('%s %s is final at once, for both engines', (code, status) => {
    const missing = { action: 'give-up', cause: 'missing' }
    expect(load(problem(code, status))).toEqual(missing)
    expect(judgeVideo(4, problem(code, status), { waits: 0 })).toEqual(missing)
  })
  test.each<[ProblemCode, number | undefined]>([
    ['links-expired', 403],
    ['not-reachable', undefined],
    ['timeout', undefined],
    ['media-error', 416],
    ['media-error', 429],
    ['media-error', 503],
    ['media-error', undefined],
    ['signed-out', undefined],
    ['internal', undefined],
  ])('%s %s may pass: it waits, then the cause is told', (code, status) => {
    expect(load(problem(code, status))).toEqual({ action: 'wait', again: 'fragments' })
    expect(judgeVideo(4, problem(code, status), { waits: WAITS_MS.length })).toEqual({
      action: 'give-up',
      cause: 'network',
    })
  })
  test('K11: a load that brings nothing in its time is tried again once, not for minutes', () => {
    for (const details of [ErrorDetails.FRAG_LOAD_TIMEOUT, ErrorDetails.MANIFEST_LOAD_TIMEOUT]) {
      expect(judge(network(details), null, fresh).action).toBe('wait')
      expect(judge(network(details), null, { mediaTries: 0, waits: 1, ended: false })).toEqual({
        action: 'give-up',
        cause: 'network',
      })
    }
  })
  test('the MP4 is tried, but where its links have expired as well or nothing can be reached', () => {
    expect([null, problem('timeout'), problem('media-error', 503), problem('not-found')].map(mayPlay)).toEqual(
      Array(4).fill(true),
    )
    expect([LINKS, problem('not-reachable'), problem('signed-out')].map(mayPlay)).toEqual(Array(3).fill(false))
  })
  test('P22: parts of a list that was replaced are looked for in the new one', () => {
    expect(load(problem('list-changed'))).toEqual({ action: 'wait', again: 'playlist' })
  })
})

test('video element errors: a load that failed means the links, data that came means the file', () => {
  expect(judgeVideo(4, null, { waits: 0 })).toEqual({ action: 'give-up', cause: 'codec' })
  expect(judgeVideo(3, null, { waits: 0 })).toEqual({ action: 'give-up', cause: 'damaged' })
  expect(judgeVideo(3, LINKS, { waits: 0 })).toEqual({ action: 'wait', again: 'playlist' })
  expect(judgeVideo(4, LINKS, { waits: 0 })).toEqual({ action: 'wait', again: 'playlist' })
  expect(judgeVideo(2, null, { waits: 0 })).toEqual({ action: 'wait', again: 'playlist' })
  expect(judgeVideo(2, null, { waits: WAITS_MS.length })).toEqual({ action: 'give-up', cause: 'network' })
})
