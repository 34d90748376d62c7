import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { itemPath } from '../../../contract/media-paths.ts'
import { fail } from '../../../contract/result.ts'
import { createTestClock } from '../../base/testing/test-clock.ts'
import { fakeMp4, fakeTs, playlistOf } from '../../media/testing/media-fixtures.ts'
import { ACCESS_DENIED, deny, type StorageServer, startStorage } from '../../media/testing/storage-server.ts'
import { bytesOf, record, startReplays } from '../testing/replay-harness.ts'

let storage: StorageServer
let end = async () => {}
beforeEach(async () => {
  storage = await startStorage()
  for (let i = 0; i < 6; i++) storage.put(`/s/${i}.ts`, fakeTs(20_000, i))
  storage.put('/v.mp4', fakeMp4(400_000))
})
afterEach(async () => {
  await end()
  await storage.close()
})

const signed = (generation: number) =>
  [0, 1, 2, 3, 4, 5].map((i) => `${storage.origin}/s/${i}.ts?X-Amz-Signature=g${generation}`)
const open = async (...args: Parameters<typeof startReplays>) => {
  const t = await startReplays(...args)
  end = t.end
  const opened = await t.replays.open('s')
  if (!opened.ok) throw new Error(opened.problem.message)
  return t
}
/** Refuses every link older than `from`. */
const valid = (from: number, status = 403) =>
  storage.behave((x) => Number(/=g(\d+)/.exec(x.target)?.[1]) < from && deny(x, status))

describe('P24: refused signatures', () => {
  it.each([403, 400, 401, 404, 410])(
    'six requests in flight, all answered %d: one refetch, the player sees 200 only',
    async (status) => {
      const t = await open((call) => record({ playlist: playlistOf(signed(call)) }))
      valid(2, status)
      const answers = await Promise.all([0, 1, 2, 3, 4, 5].map((i) => t.item(i)))
      expect(answers.map((a) => a.status)).toEqual([200, 200, 200, 200, 200, 200])
      for (const [i, answer] of answers.entries()) expect((await bytesOf(answer)).equals(fakeTs(20_000, i))).toBe(true)
      expect(t.calls()).toBe(2)
      expect(storage.requests).toHaveLength(12)
      expect(t.last()).toMatchObject({
        phase: { kind: 'playable' },
        lease: { state: 'fresh', renewals: 1, problem: null },
      })
    },
  )

  it('a second refusal is one visible error without a third round', async () => {
    const t = await open((call) => record({ playlist: playlistOf(signed(call)) }))
    storage.behave(deny)
    const answers = await Promise.all([0, 1, 2, 3, 4, 5].map((i) => t.item(i)))
    expect(answers.map(({ type }) => type)).toEqual(Array(6).fill('error'))
    expect(t.replays.mediaProblem(itemPath('s', 0))).toMatchObject({ code: 'links-expired' })
    expect(t.calls()).toBe(2)
    expect(await t.problem(itemPath('s', 0))).toMatchObject({ code: 'media-error' })
    expect(t.calls()).toBe(2)
    expect(t.last()).toMatchObject({
      phase: { kind: 'unavailable', cause: 'links-expired' },
      lease: { state: 'expired' },
    })
    expect(
      t.published.filter((r, i, all) => r.phase.kind === 'unavailable' && all[i - 1]?.phase.kind !== 'unavailable'),
    ).toHaveLength(1)
    storage.behave(() => false)
    expect((await t.replays.renew('s')).ok).toBe(true)
    expect(t.last()).toMatchObject({ phase: { kind: 'playable' }, lease: { state: 'fresh' } })
    expect((await bytesOf(await t.item(0))).equals(fakeTs(20_000, 0))).toBe(true)
  })

  it('an expired object causes one refetch and does not affect the others', async () => {
    const t = await open((call) => record({ playlist: playlistOf(signed(call)) }))
    storage.behave((x) => x.path === '/s/2.ts' && deny(x))
    for (const i of [0, 1]) await bytesOf(await t.item(i))
    const pair = await Promise.all([t.item(2), t.item(3)])
    await pair[1]?.arrayBuffer()
    for (let i = 0; i < 3; i++) expect(await t.problem(itemPath('s', 2))).toMatchObject({ code: 'media-error' })
    expect(t.calls()).toBe(2)
    expect((await t.item(4)).status).toBe(200)
  })

  it('D10: an XML error page under status 200 counts as a refusal, and no byte of it is delivered', async () => {
    const t = await open((call) => record({ playlist: playlistOf(signed(call)) }))
    storage.behave((x) => {
      if (!x.target.endsWith('=g1')) return false
      x.response.writeHead(200, { 'content-type': x.path === '/s/0.ts' ? 'application/xml' : 'video/mp2t' })
      x.response.end(ACCESS_DENIED)
      return true
    })
    for (const i of [0, 1]) expect((await bytesOf(await t.item(i))).equals(fakeTs(20_000, i))).toBe(true)
    expect(t.calls()).toBe(2)
    storage.behave((x) => {
      x.response.end(ACCESS_DENIED)
      return true
    })
    const answer = await t.item(3)
    expect([answer.type, answer.body]).toEqual(['error', null])
  })

  it('playback continues when renewal fails while the old links still work', async () => {
    const clock = createTestClock()
    const t = await open(
      (call) =>
        call === 1
          ? record({ playlist: playlistOf(signed(1)), expiresAt: clock.now() + 60_000 })
          : fail('overloaded', 'The service is overloaded.'),
      { clock },
    )
    for (let i = 0; i < 40; i++) {
      clock.advance(5_000)
      await new Promise((r) => setImmediate(r))
    }
    expect(t.last()).toMatchObject({
      phase: { kind: 'playable' },
      lease: { state: 'expired', problem: { code: 'overloaded' } },
    })
    expect((await bytesOf(await t.item(0))).equals(fakeTs(20_000, 0))).toBe(true)
    expect(t.last()).toMatchObject({ phase: { kind: 'playable' }, lease: { state: 'expiring' } })
  })
})

describe('P22: new signatures for the same recording', () => {
  it('keeps the numbers; what the player read before the switch stays right after it', async () => {
    const t = await open((call) => record({ playlist: playlistOf(signed(call)) }))
    const before = await t.playlist()
    const zero = await bytesOf(await t.item(0))
    valid(2)
    const one = await bytesOf(await t.item(1))
    expect(await t.playlist()).toBe(before)
    expect(zero.equals(fakeTs(20_000, 0)) && one.equals(fakeTs(20_000, 1))).toBe(true)
    expect(storage.requests.at(-1)?.target).toBe('/s/1.ts?X-Amz-Signature=g2')
  })

  it('notices and reports another list; lost parts fail without a request', async () => {
    const t = await open((call) => record({ playlist: playlistOf(call === 1 ? signed(1) : signed(call).slice(1)) }))
    valid(2)
    expect((await t.item(3)).status).toBe(200)
    const { phase } = t.last()
    expect(phase.kind === 'playable' && phase.warnings.join()).toContain('list of segments changed')
    const count = storage.requests.length
    expect(await t.problem(itemPath('s', 0))).toMatchObject({ code: 'list-changed' })
    expect(storage.requests).toHaveLength(count)
  })

  it('a transfer that breaks after the expiry resumes with the new link from the byte it reached', async () => {
    const t = await open((call) => record({ mp4Url: `${storage.origin}/v.mp4?X-Amz-Signature=g${call}` }))
    storage.behave((x) => {
      if (x.nth > 0) return x.target.endsWith('g1') && deny(x)
      x.response.writeHead(200, { 'content-length': 400_000, etag: '"400000"' })
      x.response.write(fakeMp4(400_000).subarray(0, 120_000), () => setTimeout(() => x.socket.resetAndDestroy(), 20))
      return true
    })
    const body = await bytesOf(await t.video())
    expect(body.equals(fakeMp4(400_000))).toBe(true)
    expect(storage.requests.map((r) => [r.target.slice(-2), r.range])).toEqual([
      ['g1', null],
      ['g1', expect.stringMatching(/^bytes=\d+-$/)],
      ['g2', expect.stringMatching(/^bytes=\d+-$/)],
    ])
    expect(storage.requests.at(-1)?.headers['if-range']).toBe('"400000"')
    expect(t.calls()).toBe(2)
  })
})
