import { afterEach, describe, expect, test } from 'vitest'
import { type FaultyLine, HLS, MP4, OTHER, sha256, startFaultyLine } from './testing/faulty-connection.ts'

const HOUR = 3_600_000
const KINDS: [string, string, number][] = [
  ['MP4, one connection', MP4, 1],
  ['MP4, four connections', MP4, 4],
  ['HLS', HLS, 4],
]

let line: FaultyLine
afterEach(async () => await line.close())

/** A transfer that is under way, slow enough to be disturbed. */
const underWay = async (id: string, archiveConnections: number): Promise<void> => {
  line = await startFaultyLine({ archiveConnections })
  Object.assign(line.media, { only: `/${id}/`, bytesPerSecond: id === HLS ? 60_000 : 1_500_000 })
  await line.add(id, OTHER)
  await line.until(() => line.item(id).bytes > 20_000)
}
const expectWhole = async (id: string): Promise<void> => {
  line.media.bytesPerSecond = null
  await line.untilDone(id, OTHER)
  expect(line.item(id)).toMatchObject({ verified: true, partial: false, warnings: [] })
  const file = line.file(id) ?? Buffer.alloc(0)
  expect([sha256(file), file.length]).toEqual([line.item(id).sha256, line.item(id).bytes])
  if (id === MP4) expect(sha256(file)).toBe(sha256(line.source))
}
const restarted = (id: string, from: number): number =>
  line.sample.requests
    .slice(from)
    .filter(({ server, path, range }) => server === 'media' && path.includes(`/${id}/`) && range === 'bytes=0-').length

describe.each(KINDS)('%s', (_kind, id, connections) => {
  test.each([
    ['ahead', 2 * HOUR],
    ['back', -2 * HOUR],
  ])(
    'T07: the clock jumps two hours %s during a transfer: it continues without a storm of requests',
    async (_n, ms) => {
      await underWay(id, connections)
      const from = line.sample.requests.length
      line.jump(ms)
      await expectWhole(id)
      // One record of the other recording; at most one new record each, for links that seem to have died.
      expect(line.replayRequests()).toBeLessThanOrEqual(4)
      expect(restarted(id, from)).toBe(0)
      line.jump(-ms)
    },
  )

  test('X08: resumes where it was when connections and links expired during a sleep', async () => {
    await underWay(id, connections)
    const { bytes } = line.item(id)
    const from = line.sample.requests.length
    // Asleep: nothing arrives on the old connections any more, hours pass, the links expire.
    Object.assign(line.media, { stall: { afterBytes: 0 } })
    line.jump(8 * HOUR)
    line.sample.faults.api.clockSkewMs = 8 * HOUR
    await line.until(() => line.item(id).problem !== null || line.item(id).bytes > bytes)
    Object.assign(line.media, { stall: null })
    line.archive.onWake()
    await expectWhole(id)
    expect(restarted(id, from)).toBe(0)
    expect(line.replayRequests()).toBeLessThanOrEqual(6)
  })
})
