import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ok } from '../../../contract/result.ts'
import { loadMedia } from '../../replay/session/load-media.ts'
import { MOST_LINES } from './lines.ts'
import { loadPlaylist } from './load-playlist.ts'
import { MOST_SEGMENTS } from './parse-media.ts'

const listOf = (segments: number, signature = 'a'): string =>
  `#EXTM3U\n${Array.from({ length: segments }, (_, n) => `#EXTINF:4,\nhttps://h.example/${n}.ts?sig=${signature}\n`).join('')}`
const noText = async () => ok('')

/** Turns that other work got until `work` was done. */
const turnsBeside = async (work: Promise<unknown>): Promise<number> => {
  let done = false
  let turns = 0
  void work.finally(() => {
    done = true
  })
  while (!done) {
    await nextTurn()
    turns += 1
  }
  return turns
}

test('a recording of a whole day is read; a longer playlist is refused with its number of segments', async () => {
  expect(await loadPlaylist(listOf(MOST_SEGMENTS), noText)).toMatchObject({
    ok: true,
    value: { segments: expect.objectContaining({ length: MOST_SEGMENTS }) },
  })
  expect(await loadPlaylist(listOf(MOST_SEGMENTS + 1), noText)).toMatchObject({
    ok: false,
    problem: { code: 'bad-playlist', message: 'The playlist has more than 25,000 segments, which is the maximum.' },
  })
})

test.each([
  ['comments', `#EXTM3U\n${'#\n'.repeat(MOST_LINES + 1)}`, /more than 200,000 lines/],
  ['variants', `#EXTM3U\n${'#EXT-X-STREAM-INF:BANDWIDTH=1\nhttps://h/v\n'.repeat(1_001)}`, /more than 2,000 lines/],
  ['blanks', `#EXTM3U\n${' \n'.repeat(3 * MOST_LINES)}`, /contains no segments/],
])('a playlist of too many %s is refused before they are looked at one by one', async (_kind, text, sentence) => {
  const read = await loadPlaylist(text, noText)
  expect(!read.ok && read.problem.message).toMatch(sentence)
})

test('the longest playlist leaves room for other work, when it is loaded and when its links are renewed', async () => {
  const record = (signature: string) => ({
    mp4Url: null,
    playlist: listOf(MOST_SEGMENTS, signature),
    expiresAt: null,
    startMs: null,
    durationMs: null,
  })
  const loading = loadMedia('s', record('one'), null, noText)
  expect(await turnsBeside(loading)).toBeGreaterThan(8)
  const first = await loading
  if (!first.ok) throw new Error(first.problem.message)
  const renewing = loadMedia('s', record('two'), first.value, noText)
  expect(await turnsBeside(renewing)).toBeGreaterThan(8)
  expect(await renewing).toMatchObject({ ok: true, value: { changed: false } })
})
