import type { Page } from '@playwright/test'
import { playlistOf } from '../../../electron/core/media/testing/media-fixtures.ts'
import { unusualMedia } from '../../media/unusual-media.ts'
import { analysed, analysing, analysisOf, DECODED } from '../../steps/analysis-steps.ts'
import { connect, expect, openSession } from '../../steps/fixtures.ts'
import { leave } from '../../steps/player-watch.ts'
import { recorded } from '../../steps/raw-session.ts'
import { test, three } from '../../steps/storage-fixture.ts'

test.use({ analysis: true })

// The decoder through the program's own gateway, with recordings as services and storages deliver them.

const reasonOf = async (page: Page, id: string): Promise<string | null> => {
  await openSession(page, id)
  await expect.poll(async () => (await analysisOf(page, id)).state, DECODED).toBe('failed')
  const { reason, record, progress } = await analysisOf(page, id)
  expect([record, progress]).toEqual([null, null])
  await expect.poll(() => analysing(page), DECODED).toBe(0)
  await leave(page)
  return reason
}

test('TS and fMP4 playlists and an MP4 are analysed, with an approximate lane first where there is an MP4', async ({
  startDesk,
  startService,
  storage,
}) => {
  test.setTimeout(240_000)
  const service = await startService()
  const media = unusualMedia(storage)
  service.add(recorded('quartz-ts', { playlist_content: playlistOf(three(storage)) }))
  service.add(recorded('basalt-fragments', { playlist_content: media('M30-fragments') }))
  service.add(recorded('granite-mp4', { mp4_url: `${storage.origin}/video.mp4` }))
  const both = { playlist_content: playlistOf(three(storage)), mp4_url: `${storage.origin}/video.mp4` }
  service.add(recorded('marble-both', both))
  const { page } = await startDesk()
  await connect(page, service)
  await page.evaluate(() => {
    const lanes: string[] = []
    Object.assign(globalThis, { lanesSeen: lanes })
    window.desk.on('analysis.changed', async ({ session }) => {
      if (!session) return
      const { quick } = JSON.parse(await window.desk.invoke('analysis.get', session)).value
      if (quick) lanes.push(session.sessionId)
    })
  })
  for (const [id, seconds] of [
    ['quartz-ts', 6],
    ['basalt-fragments', 6.2],
    ['granite-mp4', 6],
    ['marble-both', 6],
  ] as const) {
    await openSession(page, id)
    const { record } = await analysed(page, id)
    expect((record?.durationMs ?? 0) / 1_000, id).toBeCloseTo(seconds, 0)
    await leave(page)
  }
  const lanes = await page.evaluate(() => Reflect.get(globalThis, 'lanesSeen') as string[])
  expect([...new Set(lanes)]).toEqual(['granite-mp4', 'marble-both'])
})

test('a recording that cannot be decoded, or whose segment is gone, leaves its reason and no work behind', async ({
  startDesk,
  startService,
  storage,
}) => {
  test.setTimeout(300_000)
  const service = await startService()
  const media = unusualMedia(storage)
  const [first, , last] = three(storage)
  storage.put('/text.mp4', Buffer.from('<html>Not a recording</html>'.repeat(40)))
  service.add(recorded('case mpeg2.', { playlist_content: media('M28') }))
  service.add(
    recorded('case gone.', { playlist_content: playlistOf([`${first}`, `${storage.origin}/gone.ts`, `${last}`]) }),
  )
  service.add(recorded('case text.', { mp4_url: `${storage.origin}/text.mp4` }))
  const { page } = await startDesk()
  await connect(page, service)
  expect(await reasonOf(page, 'case mpeg2.')).toBe('no-video') // no video that can be named, as in the player
  expect(await reasonOf(page, 'case gone.')).toBe('missing')
  expect(['not-a-recording', 'not-reachable']).toContain(await reasonOf(page, 'case text.'))
})
