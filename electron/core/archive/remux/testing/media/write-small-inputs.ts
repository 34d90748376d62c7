/** `node write-small-inputs.ts` with ffmpeg: writes the committed inputs again (fixtures/small-inputs.*). */
import { mkdirSync, writeFileSync } from 'node:fs'
import { changed, withFile, withFiles } from './lists.ts'
import { createMediaKit, type Encoding, FRAGMENTS, HLS, type Hls, type MediaKit } from './media-kit.ts'
import { turned, withEverySampleSync } from './mp4-edit.ts'
import type { SmallIndex } from './small-inputs.ts'
import { codedPictures } from './structure.ts'
import { copied, emptyPes, recut, repeatedPackets, sharedPes, written, writtenBy } from './unusual-streams.ts'

const BASE: Encoding = { frames: 40, fps: 10, group: 10 }
const OPEN: Encoding = { ...BASE, extra: ['-x264-params', 'open-gop=1:keyint=10:min-keyint=10'] }
const LOW: Encoding = { frames: 16, fps: 2, group: 4 }
const SECOND = ['-hls_time', '1']

type Small = [
  title: string,
  encoding: Encoding,
  make: (kit: MediaKit) => Promise<Hls>,
  rest?: Partial<SmallIndex[number]>,
]

const inputs: Small[] = [
  ['M03: two pictures in one PES', BASE, writtenBy(BASE, sharedPes(2)), { toleranceS: 0.05 }],
  ['M05: cut in 7 equal parts inside pictures', BASE, recut(BASE, 7, 188)],
  ['M07: cut in 9 equal parts inside packets', BASE, recut(BASE, 9, 1)],
  [
    'M11: every sample flagged as sync, B-frames',
    BASE,
    changed(copied(BASE, ...FRAGMENTS, ...SECOND), withFiles(withEverySampleSync)),
  ],
  [
    'M16: turned by 90° in the init section',
    BASE,
    changed(copied(BASE, ...FRAGMENTS, ...SECOND), withFile('i.mp4', turned)),
    { shown: { turn: 90 } },
  ],
  ['M19: PES without a picture', BASE, written(BASE, emptyPes)],
  ['M20: open groups with recovery points', OPEN, copied(OPEN, ...HLS, ...SECOND)],
  ['M30: B-frames at 2 pictures/s', LOW, copied(LOW, ...HLS, '-hls_time', '2')],
  ['M33: each third packet twice', BASE, written(BASE, repeatedPackets), { player: 'either' }],
]

const kit = await createMediaKit()
const index: SmallIndex = []
const parts: Buffer[] = []
let length = 0
for (const [title, encoding, make, rest] of inputs) {
  const { playlist, files } = await make(kit)
  const { pictures } = await codedPictures(await kit.encode(encoding))
  const named = [...files].map(([name, bytes]) => {
    parts.push(bytes)
    length += bytes.length
    return { name, at: length - bytes.length, length: bytes.length }
  })
  index.push({
    title,
    right: pictures.map(({ at }, number) => ({ number, at })),
    slices: pictures.map(({ slices }) => slices),
    lengthS: encoding.frames / encoding.fps,
    outcome: 'whole',
    player: 'plays',
    ...rest,
    playlist,
    files: named,
  })
}
await kit.end()
const folder = new URL('fixtures/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('small-inputs.bin', folder), Buffer.concat(parts))
writeFileSync(new URL('small-inputs.json', folder), `${JSON.stringify(index)}\n`)
