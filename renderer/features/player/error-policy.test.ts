import { ErrorDetails, ErrorTypes } from 'hls.js'
import { describe, expect, test } from 'vitest'
import { judge, judgeVideo, WAITS_MS } from './error-policy.ts'

const fresh = { mediaTries: 0, waits: 0 }
const network = (details: string, status: number | null = 403) => ({
  type: ErrorTypes.NETWORK_ERROR,
  details,
  fatal: true,
  status,
})
const media = (details: string, fatal = true) => ({ type: ErrorTypes.MEDIA_ERROR, details, fatal, status: null })

describe('hls.js errors', () => {
  test('what hls.js mends by itself is left alone', () => {
    for (const details of [
      ErrorDetails.BUFFER_STALLED_ERROR,
      ErrorDetails.FRAG_LOAD_ERROR,
      ErrorDetails.BUFFER_FULL_ERROR,
    ]) {
      expect(judge(media(details, false), fresh)).toEqual({ act: 'ignore' })
    }
  })
  test('P24: a refused segment waits for the links, and gives up only after all pauses', () => {
    expect(judge(network(ErrorDetails.FRAG_LOAD_ERROR), fresh)).toEqual({ act: 'wait', again: 'fragments' })
    expect(judge(network(ErrorDetails.KEY_LOAD_ERROR), fresh)).toEqual({ act: 'wait', again: 'fragments' })
    expect(judge(network(ErrorDetails.FRAG_LOAD_ERROR), { mediaTries: 0, waits: WAITS_MS.length })).toEqual({
      act: 'give-up',
      cause: 'network',
    })
  })
  test('a playlist that did not load is loaded again from the start', () => {
    for (const details of [
      ErrorDetails.MANIFEST_LOAD_ERROR,
      ErrorDetails.MANIFEST_LOAD_TIMEOUT,
      ErrorDetails.LEVEL_LOAD_ERROR,
    ]) {
      expect(judge(network(details, 502), fresh)).toEqual({ act: 'wait', again: 'playlist' })
    }
  })
  test('P05: a text that is no playlist gives up at once', () => {
    expect(judge(network(ErrorDetails.MANIFEST_PARSING_ERROR, 200), fresh)).toEqual({
      act: 'give-up',
      cause: 'bad-playlist',
    })
  })
  test('a codec gives up even when hls.js calls it not fatal', () => {
    expect(judge(media(ErrorDetails.BUFFER_ADD_CODEC_ERROR, false), fresh)).toEqual({ act: 'give-up', cause: 'codec' })
    expect(judge(media(ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR), fresh)).toEqual({
      act: 'give-up',
      cause: 'codec',
    })
  })
  test('media is recovered once, then called damaged', () => {
    expect(judge(media(ErrorDetails.BUFFER_APPEND_ERROR), fresh)).toEqual({ act: 'recover-media' })
    expect(judge(media(ErrorDetails.BUFFER_APPEND_ERROR), { mediaTries: 1, waits: 0 })).toEqual({
      act: 'give-up',
      cause: 'damaged',
    })
  })
  test('every fatal error of the installed hls.js has a way out', () => {
    for (const type of Object.values(ErrorTypes)) {
      for (const details of Object.values(ErrorDetails)) {
        const verdict = judge({ type, details, fatal: true, status: null }, { mediaTries: 9, waits: 9 })
        expect(verdict.act).toBe('give-up')
      }
    }
  })
})

test('video element errors: an address that answers means the file, one that does not means the links', () => {
  expect(judgeVideo(4, true, { waits: 0 })).toEqual({ act: 'give-up', cause: 'codec' })
  expect(judgeVideo(3, true, { waits: 0 })).toEqual({ act: 'give-up', cause: 'damaged' })
  expect(judgeVideo(4, false, { waits: 0 })).toEqual({ act: 'wait', again: 'playlist' })
  expect(judgeVideo(2, true, { waits: 0 })).toEqual({ act: 'wait', again: 'playlist' })
  expect(judgeVideo(2, false, { waits: WAITS_MS.length })).toEqual({ act: 'give-up', cause: 'network' })
})
