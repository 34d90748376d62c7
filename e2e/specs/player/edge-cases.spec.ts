import { fixture, playlistOf } from '../../../electron/core/media/testing/media-fixtures.ts'
import { deny } from '../../../electron/core/media/testing/storage-server.ts'
import { connect, expect, openSession, playsPast, timeOf, video } from '../../steps/fixtures.ts'
import { durationOf, leave, seekTo, setRate, watchVideo } from '../../steps/player-watch.ts'
import { rawSession, recorded, replayRecord } from '../../steps/raw-session.ts'
import { test, three } from '../../steps/storage-fixture.ts'

test.use({ shared: true })

/** Packets of the tables PAT and PMT alone: a transport stream without any picture. */
const tablesOnly = (ts: Buffer): Buffer => {
  const packets = Array.from({ length: ts.length / 188 }, (_, i) => ts.subarray(i * 188, i * 188 + 188))
  const pid = (packet: Buffer) => packet.readUInt16BE(1) & 0x1fff
  return Buffer.concat(packets.filter((packet) => pid(packet) === 0 || pid(packet) === 4096))
}

test('P06: lists that look live are finished: from 0, a finite length, read once, with an end', async ({
  startDesk,
  startService,
  storage,
}) => {
  const service = await startService()
  const finished = playlistOf(three(storage))
  const unfinished = finished.replace('#EXT-X-ENDLIST\n', '')
  const typed = (text: string, type: string) => text.replace('#EXTM3U', `#EXTM3U\n#EXT-X-PLAYLIST-TYPE:${type}`)
  const lists = {
    'vod-open': typed(unfinished, 'VOD'),
    'event-open': typed(unfinished, 'EVENT'),
    'event-ended': typed(finished, 'EVENT'),
  }
  for (const [id, playlist_content] of Object.entries(lists)) service.add(recorded(id, { playlist_content }))
  const { page } = await startDesk()
  await connect(page, service)
  const watched = await watchVideo(page)
  for (const id of Object.keys(lists)) {
    await watched.forget()
    await openSession(page, id)
    await playsPast(page, 0.2)
    const [first] = await watched.seen('playing')
    expect(first?.at, `${id} starts at 0`).toBeLessThan(1)
    expect(await durationOf(page), `${id} is as long as its parts`).toBeCloseTo(6, 0)
    await setRate(page, 2)
    await watched.ends()
    await leave(page)
    expect(
      watched.lists.filter((url) => url.includes(id)),
      `${id} is read once`,
    ).toHaveLength(1)
    expect(service.requests.filter(({ path }) => path.endsWith(`/${id}/replay`))).toHaveLength(1)
  }
  expect(watched.faults).toEqual([])
})

test('P09: a last segment without media: the end is reached, the length stays, at most two requests', async ({
  startDesk,
  startService,
  storage,
}) => {
  const service = await startService()
  storage.put('/empty.ts', Buffer.alloc(0))
  storage.put('/tables.ts', tablesOnly(fixture('clear-2.mpegts')))
  const ending = (line: string, name: string) =>
    playlistOf(three(storage)).replace('#EXT-X-ENDLIST', `${line}\n${storage.origin}/${name}\n#EXT-X-ENDLIST`)
  service.add(
    recorded('zero-length', { playlist_content: ending('#EXTINF:0.000000,', 'empty.ts') }),
    recorded('zero-bytes', { playlist_content: ending('#EXTINF:0.4,', 'empty.ts') }),
    recorded('tables-only', { playlist_content: ending('#EXTINF:0.4,', 'tables.ts') }),
  )
  const { page } = await startDesk()
  await connect(page, service)
  const watched = await watchVideo(page)
  for (const id of ['zero-length', 'zero-bytes', 'tables-only']) {
    await watched.forget()
    const before = storage.requests.length
    await openSession(page, id)
    await playsPast(page, 0.2)
    const length = await durationOf(page)
    await seekTo(page, length - 0.5)
    await watched.ends()
    expect(await durationOf(page), `${id} keeps its length`).toBeGreaterThan(5.7)
    expect(await timeOf(page)).toBeGreaterThan(5.5)
    const asked = storage.requests.slice(before).filter(({ path }) => /empty|tables/.test(path))
    expect(asked.length, `${id}: requests for the last part`).toBeLessThanOrEqual(2)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await leave(page)
  }
  expect(watched.faults).toEqual([])
})

test('P10: never requests gaps; playback continues after them, also after a seek into one', async ({
  startDesk,
  startService,
}) => {
  const service = await startService()
  const lengths = [6.84, 5.2, 6.16, 5.8, 6]
  const withGaps = (id: string, gaps: number[]) =>
    rawSession(id, (sign) => {
      const lines = lengths.flatMap((seconds, i) => [
        ...(gaps.includes(i) ? ['#EXT-X-GAP'] : []),
        `#EXTINF:${seconds},`,
        sign(`/desk-samples/with-gap/${gaps.includes(i) ? 'none' : 'shop-checkout'}/000${i}.ts`),
      ])
      const playlist_content = ['#EXTM3U', '#EXT-X-TARGETDURATION:7', ...lines, '#EXT-X-ENDLIST'].join('\n')
      return { status: 200, body: replayRecord({ playlist_content }) }
    })
  service.add(withGaps('gap-within', [1, 2]), withGaps('gap-first', [0]), withGaps('gap-last', [3, 4]))
  const { page } = await startDesk()
  await connect(page, service)
  const watched = await watchVideo(page)

  await openSession(page, 'gap-within')
  await playsPast(page, 0.2)
  expect(await durationOf(page)).toBeCloseTo(30, 0)
  await playsPast(page, 18.2) // by itself: some 6 s, then over the hole
  for (const inside of [5.5, 8, 12]) {
    await seekTo(page, inside)
    await expect.poll(() => timeOf(page), { message: `after a seek to ${inside} s` }).toBeGreaterThan(18.2)
    await expect.poll(() => video(page).evaluate((element: HTMLVideoElement) => element.seeking)).toBe(false)
    expect(await timeOf(page)).toBeLessThan(25)
  }
  await seekTo(page, 2)
  await expect.poll(() => timeOf(page)).toBeLessThan(6)
  await playsPast(page, 2.5)
  await leave(page)

  await openSession(page, 'gap-first')
  await playsPast(page, 7)
  await leave(page)

  await watched.forget()
  await openSession(page, 'gap-last')
  await playsPast(page, 0.2)
  await seekTo(page, 16.5)
  await watched.ends(30_000)
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(service.requests.filter(({ path }) => path.includes('/none/'))).toEqual([])
  expect(watched.faults).toEqual([])
})

test('P11: plays two recordings in one list, with another size and time stamps that restart', async ({
  startDesk,
  startService,
  storage,
}) => {
  const service = await startService()
  storage.put('/other.ts', fixture('other-size.mpegts'))
  const more = `#EXT-X-DISCONTINUITY\n#EXTINF:4,\n${storage.origin}/other.ts\n#EXT-X-ENDLIST`
  service.add(recorded('two-in-one', { playlist_content: playlistOf(three(storage)).replace('#EXT-X-ENDLIST', more) }))
  const { page } = await startDesk()
  await connect(page, service)
  const watched = await watchVideo(page)
  await openSession(page, 'two-in-one')
  await playsPast(page, 0.2)
  const width = () => video(page).evaluate((element: HTMLVideoElement) => element.videoWidth)
  const offBy = async () => Math.abs((await durationOf(page)) - 10)
  expect(await width()).toBe(96)
  expect(await offBy()).toBeLessThan(0.3)
  await setRate(page, 2)
  await playsPast(page, 6.5)
  await expect.poll(width).toBe(160)
  await watched.ends()
  expect(await offBy()).toBeLessThan(0.3)
  expect(await watched.seen('error')).toEqual([])
  await seekTo(page, 1)
  await expect.poll(width).toBe(96)
})

test('P12, P18: one file in byte ranges, and segments sealed without an IV, play to their end', async ({
  startDesk,
  startService,
  storage,
}) => {
  const service = await startService()
  storage.put('/one', fixture('ranges.m4s'))
  for (const n of [7, 8]) storage.put(`/a${n}`, fixture(`aes-${n}.mpegts`))
  storage.put('/k.bin', fixture('aes.key'))
  const ranges = fixture('ranges.m3u8')
    .toString()
    .replaceAll('br.m4s', `${storage.origin}/one?sig=1`)
    .replace('1611@2915', '1611')
    .replace('1464@4526', '1464')
  const sealed = playlistOf(
    [`${storage.origin}/a7?sig`, `${storage.origin}/a8?sig`],
    ['#EXT-X-MEDIA-SEQUENCE:7', `#EXT-X-KEY:METHOD=AES-128,URI="${storage.origin}/k.bin?sig"`],
  ).replace('#EXT-X-ENDLIST', `#EXT-X-KEY:METHOD=NONE\n#EXTINF:2,\n${storage.origin}/2.ts\n#EXT-X-ENDLIST`)
  service.add(recorded('by-ranges', { playlist_content: ranges }), recorded('sealed', { playlist_content: sealed }))
  const { page } = await startDesk()
  await connect(page, service)
  const watched = await watchVideo(page)
  for (const id of ['by-ranges', 'sealed']) {
    await watched.forget()
    await openSession(page, id)
    await playsPast(page, 0.2)
    expect(await durationOf(page)).toBeCloseTo(6, 0)
    await setRate(page, 2)
    await watched.ends()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await leave(page)
  }
  const asked = storage.of('/one').map(({ range }) => range)
  expect(asked.toSorted()).toEqual(['bytes=0-836', 'bytes=2915-4525', 'bytes=4526-5989', 'bytes=837-2914'])
  expect(storage.of('/k.bin').length).toBeGreaterThan(0)
})

test('P21, P24: links travel byte for byte, before and after the one renewal that a refusal costs', async ({
  startDesk,
  startService,
  storage,
}) => {
  const service = await startService()
  const signed = (call: number) =>
    [0, 1, 2].map(
      (i) => `/s/%2B%20(1)/${i}.ts?X-Amz-Credential=AK%2F2026%2Fs3&g=${call}&X-Amz-Signature=a+b/c=&t=%7e~&e=`,
    )
  for (const i of [0, 1, 2]) storage.put(`/s/%2B%20(1)/${i}.ts`, fixture(`clear-${i}.mpegts`))
  let calls = 0
  service.add(
    rawSession('odd-links', () => {
      const urls = signed(++calls).map((target) => storage.origin + target)
      return { status: 200, body: replayRecord({ playlist_content: playlistOf(urls) }) }
    }),
  )
  storage.behave((exchange) => exchange.target.includes('&g=1&') && deny(exchange))
  const { page } = await startDesk()
  await connect(page, service)
  const watched = await watchVideo(page)
  await openSession(page, 'odd-links')
  await playsPast(page, 0.2)
  await setRate(page, 2)
  await watched.ends()
  expect(calls).toBe(2)
  const targets = storage.requests.map(({ target }) => target)
  expect(targets.filter((target) => ![...signed(1), ...signed(2)].includes(target))).toEqual([])
  expect(targets.filter((target) => target.includes('&g=2&')).toSorted()).toEqual(signed(2))
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('P24: new links that are refused too are one visible cause, without a third round', async ({
  startDesk,
  startService,
  storage,
}) => {
  const service = await startService()
  service.add(recorded('always-403', { playlist_content: playlistOf(three(storage, '?sig')) }))
  storage.behave(deny)
  const { page } = await startDesk()
  await connect(page, service)
  await openSession(page, 'always-403')
  const player = page.getByRole('region', { name: 'Player' })
  await expect(player.getByRole('heading', { name: /links expired/i })).toBeVisible()
  await expect(player.getByRole('alert')).toHaveCount(1)
  const replays = () => service.requests.filter(({ path }) => path.endsWith('/always-403/replay')).length
  expect(replays()).toBe(2)
  // The way out is the person's: it asks once more and plays.
  storage.behave(() => false)
  await player.getByRole('button', { name: /renew links/i }).click()
  await playsPast(page, 0.5)
  expect(replays()).toBe(3)
})

test('P28: the same link twice is two parts of the timeline, and both are played', async ({
  startDesk,
  startService,
  storage,
}) => {
  const service = await startService()
  const part = (i: number) => `${storage.origin}/${i}.ts?X-Amz-Signature=a&X-Amz-Signature=a`
  service.add(recorded('repeated', { playlist_content: playlistOf([part(0), part(1), part(2), part(1), part(2)]) }))
  const { page } = await startDesk()
  await connect(page, service)
  const watched = await watchVideo(page)
  await openSession(page, 'repeated')
  await playsPast(page, 0.2)
  expect(await durationOf(page)).toBeCloseTo(10, 0)
  await setRate(page, 2)
  await playsPast(page, 8.5)
  await watched.ends()
  expect(await durationOf(page)).toBeCloseTo(10, 0)
  expect(storage.requests.every(({ target }) => target.endsWith('?X-Amz-Signature=a&X-Amz-Signature=a'))).toBe(true)
})
