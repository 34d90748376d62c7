import { afterEach, beforeEach, expect, test } from 'vitest'
import { PRIORITY_HEADER } from '../../../contract/constants/analysis-constants.ts'
import { createTestClock } from '../../base/testing/test-clock.ts'
import { fakeTs, playlistOf } from '../../media/testing/media-fixtures.ts'
import { type StorageServer, startStorage } from '../../media/testing/storage-server.ts'
import { bytesOf, record, startReplays } from '../testing/replay-harness.ts'
import { createTurns } from './background-turns.ts'

const BACKGROUND = { headers: { [PRIORITY_HEADER]: 'background' } }
let storage: StorageServer
beforeEach(async () => {
  storage = await startStorage()
})
afterEach(() => storage.close())

test('a request of the analysis waits for those of the player, but never longer than two seconds', async () => {
  const clock = createTestClock()
  const turns = createTurns(clock)
  const { signal } = new AbortController()
  await turns.background(signal)
  const [one, two] = [turns.begin(), turns.begin()]
  let begun = 0
  const begin = () => turns.background(signal).then(() => (begun += 1))
  const first = begin()
  one()
  one() // told twice
  await Promise.resolve()
  expect(begun).toBe(0)
  two()
  await first
  expect(begun).toBe(1)
  turns.begin()
  const second = begin()
  clock.advance(2_000)
  await second
  expect(begun).toBe(2)
})

test('the analysis gets a segment after the player and from its cache, and leaves no problem for the player', async () => {
  const body = fakeTs(20)
  storage.put('/0.ts', body)
  storage.put('/2.ts', body)
  const list = playlistOf([`${storage.origin}/0.ts?sig=1`, `${storage.origin}/gone.ts?sig=1`, `${storage.origin}/2.ts`])
  const t = await startReplays(() => record({ playlist: list }), { cacheBytes: 50_000_000 })
  await t.replays.open('s')
  await t.playlist()
  const alone = performance.now()
  await bytesOf(await t.item(2, BACKGROUND))
  expect(performance.now() - alone).toBeLessThan(1_500) // nothing else is under way
  const playing = await t.item(0)
  const analysing = t.item(0, BACKGROUND)
  expect((await bytesOf(playing)).equals(body)).toBe(true)
  expect((await bytesOf(await analysing)).equals(body)).toBe(true)
  expect(storage.requests.filter(({ path }) => path.startsWith('/0.ts'))).toHaveLength(1)
  expect((await t.item(1, BACKGROUND)).type).toBe('error')
  expect(t.replays.mediaProblem('/media/replay/s/1')).toBeNull()
  await t.end()
})
