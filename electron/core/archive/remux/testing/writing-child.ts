/** `node writing-child.ts FOLDER SEGMENTS`: writes segments of made pictures, claims each, prints its number. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openRecordingFile } from '../writing/recording-file.ts'
import { madeSegment, videoFormat } from '../writing/testing/tracks.ts'

const [folder = '', segments = '0'] = process.argv.slice(2)
const work = join(folder, 'work')
await mkdir(work, { recursive: true })
const signal = new AbortController().signal
const file = await openRecordingFile<{ sum: number }>({
  partPath: join(folder, 'x.mp4.part'),
  folder: work,
  fingerprint: 'f',
  mayMiss: false,
  signal,
})
const border = file.border()
if (border && !Buffer.from(border.state).equals(Buffer.alloc(1_000, border.claim.next))) throw new Error('state')
let sum = border?.claim.facts.sum ?? 0
process.stdout.write(`from ${border?.claim.next ?? 0}\n`)
if (!border) file.mp4.begin([videoFormat()])
for (let at = border?.claim.next ?? 0; at < Number(segments); at++) {
  await file.mp4.add([{ track: 0, samples: madeSegment(at) }])
  sum += at
  file.claim(at + 1, 0, { sum }, () => Buffer.alloc(1_000, at + 1), at % 3 === 0)
  await delay(2)
}
file.claim(Number(segments), 0, { sum }, () => Buffer.alloc(1_000, Number(segments)), true)
await file.settle()
await file.mp4.finish()
await file.close()
process.stdout.write(`done ${sum}\n`)
