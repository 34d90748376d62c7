import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fixture } from '../../../media/testing/media-fixtures.ts'
import type { VerifyRequest } from '../../archive-types.ts'
import { temporaryFolder } from '../testing/temporary-files.ts'
import { verifyMp4 } from './verify-mp4.ts'

let at: Awaited<ReturnType<typeof temporaryFolder>>
let path: string
beforeEach(async () => {
  at = await temporaryFolder()
  path = join(at.folder, 'x.mp4.part')
})
afterEach(() => at.remove())

const video = fixture('video.mp4') // 6 s, ftyp mdat moov
const fragments = fixture('ranges.m4s') // 6 s in three fragments
const sample = (name: string): Promise<Buffer> =>
  readFile(new URL(`../../../../../assets/sample/${name}`, import.meta.url))

const verify = async (bytes: Uint8Array, some: Partial<VerifyRequest> = {}) => {
  await writeFile(path, bytes)
  return verifyMp4({ path, expectedBytes: bytes.length, announcedMs: null, ...some })
}
const refused = (message: string) => ({ ok: false, problem: { code: 'media-error', message } })

/** Where a box of this type starts; -1 when there is none. */
const boxAt = (bytes: Buffer, type: string): number => bytes.indexOf(type, 0, 'latin1') - 4
const renamed = (bytes: Buffer, type: string, to: string): Buffer => {
  const out = Buffer.from(bytes)
  out.write(to, boxAt(bytes, type) + 4, 'latin1')
  return out
}
const box = (type: string, ...content: Uint8Array[]): Buffer => {
  const body = Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

test('a whole MP4 is measured and hashed', async () => {
  expect(await verify(video, { announcedMs: 6_000 })).toEqual({
    ok: true,
    value: {
      bytes: video.length,
      durationMs: 6_000,
      sha256: createHash('sha256').update(video).digest('hex'),
      codec: 'avc',
      width: 96,
      height: 54,
      samples: [30],
      pictures: 30,
      damage: null,
      warnings: [],
    },
  })
})

test('the recordings of the sample are sound, fragmented or not', async () => {
  for (const name of [
    'account-settings.mp4',
    'account-settings-stream.mp4',
    'ledger-report-stream.mp4',
    'shop-checkout.mp4',
  ]) {
    expect(await verify(await sample(name)), name).toMatchObject({ ok: true, value: { codec: 'avc', warnings: [] } })
  }
})

test('V05: fragments whose headers name no duration get theirs from the frames', async () => {
  // No index either: nothing but the fragments tells the length.
  const stream = renamed(await sample('account-settings-stream.mp4'), 'sidx', 'free')
  for (const [type, offset] of [
    ['mvhd', 24],
    ['tkhd', 28],
    ['mdhd', 24],
  ] as const) {
    const start = boxAt(stream, type)
    expect(stream.readUInt8(start + 8)).toBe(0) // version 0: 32-bit fields
    stream.writeUInt32BE(0, start + offset)
  }
  expect(await verify(stream, { announcedMs: 32_680 })).toMatchObject({
    ok: true,
    value: { durationMs: 32_680, warnings: [] },
  })
  expect(await verify(fragments)).toMatchObject({ ok: true, value: { durationMs: 6_000 } })
})

test.each([
  [6_001, 0],
  [6_500, 0],
  [5_500, 0],
  [6_501, 1],
  [3_000, 1],
  [60_000, 1],
  [0, 0],
])('V01: announced %i ms for 6 s of media gives %i warnings, never a failure', async (announcedMs, count) => {
  const result = await verify(video, { announcedMs })
  expect(result.ok && result.value.warnings.length).toBe(count)
  if (announcedMs === 60_000) {
    expect(result).toMatchObject({
      value: { durationMs: 6_000, warnings: ['The recording is 6.0 s long; the service reported 60.0 s.'] },
    })
  }
})

test('V01: long recordings may differ by one percent', async () => {
  const long = await sample('ledger-report-stream.mp4')
  const measured = await verify(long)
  const ms = measured.ok ? (measured.value.durationMs ?? 0) : 0
  expect(ms).toBeGreaterThan(60_000)
  expect(await verify(long, { announcedMs: Math.round(ms / 0.9905) })).toMatchObject({ value: { warnings: [] } })
  expect(await verify(long, { announcedMs: Math.round(ms / 0.985) })).toMatchObject({
    value: { warnings: [expect.any(String)] },
  })
})

const xml = '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>'
test.each([xml, `\ufeff\n ${xml}`, xml.slice(21), '<!DOCTYPE html><html></html>', '{"detail":"gone"}', '#EXTM3U\n'])(
  'D10: a page in the place of the recording is refused: %j',
  async (text) => {
    expect(await verify(Buffer.from(text))).toMatchObject(refused('The file is an error page, not a recording.'))
  },
)

test('D10: a page behind a true first box is refused', async () => {
  expect(await verify(Buffer.concat([video.subarray(0, 32), Buffer.from(xml)]))).toMatchObject({ ok: false })
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['zeros', Buffer.alloc(4_096)],
  ['a transport stream', fixture('clear-0.mpegts')],
  ['no moov', renamed(video, 'moov', 'free')],
  ['no mdat', renamed(video, 'mdat', 'free')],
  ['a box that is none', Buffer.concat([video.subarray(0, 32), Buffer.from([0, 0, 0, 3]), video.subarray(36)])],
  [
    'a moov of rubbish',
    Buffer.concat([
      box('ftyp', Buffer.from('isom\0\0\0\0isom')),
      box('mdat', Buffer.alloc(64)),
      box('moov', Buffer.alloc(64, 0xff)),
    ]),
  ],
  ['no picture', renamed(video, 'vide\0', 'soun\0')],
  ['no track at all', renamed(video, 'trak', 'free')],
])('D03: %s is no recording', async (_what, bytes) => {
  expect(await verify(bytes)).toMatchObject({ ok: false, problem: { code: 'media-error', next: 'Archive it again.' } })
})

test('D03: fewer or more bytes than announced are refused before anything is read', async () => {
  expect(await verify(video, { expectedBytes: video.length + 1 })).toMatchObject(
    refused(`The file has ${video.length} of ${video.length + 1} bytes.`),
  )
  expect((await verify(video, { expectedBytes: 10 })).ok).toBe(false)
})

test('D03: a file cut at any byte is noticed without any announcement', async () => {
  const borders = new Set<number>()
  for (let end = 0; end < fragments.length; end += fragments.readUInt32BE(end)) borders.add(end)
  for (let end = 1; end < fragments.length; end += 97) {
    if (!borders.has(end))
      expect((await verify(fragments.subarray(0, end), { expectedBytes: null })).ok, `${end}`).toBe(false)
  }
  for (let end = 1; end < video.length; end += 97) {
    expect((await verify(video.subarray(0, end), { expectedBytes: null })).ok, `${end}`).toBe(false)
  }
})

test('D03: a media box that reaches to the end of a cut file is noticed by its last frame', async () => {
  // moov first, mdat of size 0: the boxes alone cannot tell that bytes are missing.
  const start = boxAt(video, 'mdat')
  const size = video.readUInt32BE(start)
  const moov = Buffer.from(video.subarray(start + size))
  const table = boxAt(moov, 'stco')
  for (let i = 0; i < moov.readUInt32BE(table + 12); i++) {
    const place = table + 16 + i * 4
    moov.writeUInt32BE(moov.readUInt32BE(place) + moov.length, place)
  }
  const media = Buffer.from(video.subarray(start, start + size))
  media.writeUInt32BE(0, 0)
  const whole = Buffer.concat([video.subarray(0, start), moov, media])
  expect(await verify(whole, { expectedBytes: null })).toMatchObject({
    ok: true,
    value: { durationMs: 6_000, warnings: [] },
  })
  expect(await verify(whole.subarray(0, whole.length - 1), { expectedBytes: null })).toMatchObject({ ok: false })
})

test('bytes behind a whole recording are a warning', async () => {
  expect(await verify(Buffer.concat([video, Buffer.alloc(5)]))).toMatchObject({
    ok: true,
    value: { durationMs: 6_000, warnings: ['The file has 5 extra bytes after the recording.'] },
  })
})

test('a video track without a key frame is refused', async () => {
  // The table of the file still marks three as key pictures, although none of them is one now.
  const bytes = Buffer.from(video)
  const start = boxAt(bytes, 'mdat')
  const end = start + bytes.readUInt32BE(start)
  for (let at = start + 8; at < end; at += 4 + bytes.readUInt32BE(at)) {
    const type = bytes.readUInt8(at + 4)
    if ((type & 0x1f) === 5) bytes.writeUInt8((type & 0xe0) | 1, at + 4)
  }
  expect(await verify(bytes)).toMatchObject(refused('The recording has no key frame.'))
})

test('a missing file, a folder and a stopped check are told apart', async () => {
  expect(await verifyMp4({ path, expectedBytes: null, announcedMs: null })).toMatchObject({
    ok: false,
    problem: { code: 'storage' },
  })
  await mkdir(path)
  expect(await verifyMp4({ path, expectedBytes: null, announcedMs: null })).toMatchObject({ ok: false })
  const other = join(at.folder, 'y.mp4')
  await writeFile(other, video)
  const request = { path: other, expectedBytes: null, announcedMs: null, signal: AbortSignal.abort() }
  expect(await verifyMp4(request)).toMatchObject({ ok: false, problem: { code: 'cancelled' } })
})
