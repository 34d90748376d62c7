import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSidecar } from '../../archive/files/metadata/sidecar.ts'
import { sidecarFor, temporaryFolder } from '../../archive/files/testing/temporary-files.ts'
import { verifyMp4 } from '../../archive/files/verify/verify-mp4.ts'
import { fixture } from '../../media/testing/media-fixtures.ts'
import { holds, hostileText, wordsOf } from './hostile-text.ts'

let place: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  place = await temporaryFolder()
})
afterAll(() => place.remove())

const HEAD_BYTES = 1_024

test('MP4 files: verified, or refused in one sentence, whichever of their bytes were changed', async () => {
  const path = join(place.folder, 'x.mp4.part')
  const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  const patch = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 8 }),
    fc.constantFrom(new Uint8Array(4), new Uint8Array(8), new Uint8Array(8).fill(255)),
  )
  // Boxes are told by their heads: most changes go into the first and the last kilobyte.
  const change = fc.record({ at: share, patch, where: fc.constantFrom('head', 'tail', 'anywhere') })
  const input = fc.record({
    video: fc.constantFrom(fixture('video.mp4'), fixture('ranges.m4s')),
    changes: fc.array(change, { maxLength: 6 }),
    cut: fc.option(share),
  })
  await holds(250, input, async ({ video, changes, cut }) => {
    const bytes = Buffer.from(cut === null ? video : video.subarray(0, Math.floor(video.length * cut)))
    for (const { at, patch: put, where } of changes) {
      const room = where === 'anywhere' ? bytes.length : Math.min(HEAD_BYTES, bytes.length)
      const start = Math.floor(at * room) + (where === 'tail' ? bytes.length - room : 0)
      bytes.set(put.subarray(0, bytes.length - start), start)
    }
    await writeFile(path, bytes)
    const read = await verifyMp4({ path, expectedBytes: bytes.length, announcedMs: null })
    if (read.ok) expect(Number.isFinite(read.value.durationMs ?? 0)).toBe(true)
    else expect(read.problem.message).toMatch(/^[\P{Cc}]{1,300}$/u)
  })
}, 60_000)

test('metadata files: the recording they describe, or a problem', async () => {
  const good = JSON.stringify(sidecarFor(Buffer.from('x')))
  const warnings = '"warnings":[]'
  const words = wordsOf(`{¦}¦[¦]¦"¦:¦,¦\\¦"file":¦"session":¦1e999¦null¦"__proto__":¦\\ud800¦{"a":`)
  const broken = fc
    .tuple(fc.nat(good.length), fc.nat(20), hostileText(words, 2_000))
    .map(([at, count, text]) => good.slice(0, at) + text + good.slice(at + count))
  const odd = fc.json().map((inner) => good.replace(warnings, `${warnings},"x":${inner}`))
  const deep = fc
    .nat(20_000)
    .map((depth) => good.replace(warnings, `${warnings},"x":${'['.repeat(depth)}${']'.repeat(depth)}`))
  await holds(300, fc.oneof(broken, odd, deep), async (text) => {
    await writeFile(join(place.folder, 'x.json'), text)
    const read = await readSidecar(place.folder, 'x.mp4')
    if (read.ok) expect(read.value.format).toBe('replay-desk-recording')
    else expect(read.problem.code).toBe('storage')
  })
  expect(({} as Record<string, unknown>).format).toBeUndefined()
}, 60_000)
