import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, chai, describe, expect, it } from 'vitest'
import { type StorageServer, startStorage } from '../../../../media/testing/storage-server.ts'
import { verifyMp4 } from '../../../files/verify/verify-mp4.ts'
import { linksOf, startExport } from '../export-harness.ts'
import { type Hls, listOf } from './media-kit.ts'
import { serveHls } from './serve.ts'
import { readSmallInputs } from './small-inputs.ts'
import { codedPictures } from './structure.ts'

chai.config.truncateThreshold = 0

let storage: StorageServer
beforeAll(async () => {
  storage = await startStorage()
})
afterAll(() => storage.close())

const small = readSmallInputs()
const byId = (id: string) => {
  const found = small.find(({ title }) => title.startsWith(id))
  if (!found) throw new Error(`no ${id} among the committed inputs`)
  return found
}

/** Exports an input and answers the path of the file to `look`, before it is removed. */
const exported = async <T>(made: Hls, look: (path: string) => Promise<T>): Promise<T> => {
  const place = createHash('sha1').update(made.playlist).update(String(Math.random())).digest('hex')
  const run = await startExport()
  try {
    const result = await run.run(linksOf(serveHls(storage, made, place)))
    expect(result.ok ? result.value.warnings : result.problem, 'exported without a word').toEqual([])
    return await look(run.partPath)
  } finally {
    await run.end()
  }
}

describe('committed inputs, by their coded pictures', () => {
  it.for(small.map((input) => [input.title, input] as const))('%s', async ([, input]) => {
    const made = await input.make()
    await exported(made, async (path) => {
      const { pictures, turn } = await codedPictures(path)
      const right = input.right.map(({ at }, i) => ({ slices: input.slices[i], at }))
      expect(pictures.map(({ slices }) => slices)).toEqual(right.map(({ slices }) => slices))
      const zero = pictures[0]?.at ?? 0
      const moved = pictures.filter(
        ({ at }, i) => Math.abs(at - zero - (right[i]?.at ?? 0)) > (input.toleranceS ?? 0.001),
      )
      expect(moved).toEqual([])
      expect(turn).toBe(input.shown?.turn ?? 0)
      expect(await verifyMp4({ path, expectedBytes: null, announcedMs: input.lengthS * 1_000 })).toMatchObject({
        ok: true,
        value: { warnings: [] },
      })
    })
  })
})

/**
 * Three packets of tables are in front of the first picture. A segment of these alone has the time that the list gives
 * it, as any without a picture; the first picture then begins so much later.
 */
const TABLES_BYTES = 3 * 188

/** Behind this byte of M07 stands "st_pskip" of x264's settings, which reads as the head of a box called "skip". */
const BEFORE_SKIP = 767

describe('cuts', () => {
  it('K3: any cut of a transport stream into segments gives the same file', async () => {
    const made = await byId('M07').make()
    const whole = Buffer.concat([...made.files.values()])
    const one = await exported(listOf([{ bytes: whole, lengthS: 4 }]), (path) => readFile(path))
    const cuts = fc.uniqueArray(fc.integer({ min: TABLES_BYTES + 1, max: whole.length - 1 }), {
      minLength: 1,
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(cuts, async (places) => {
        const borders = [0, ...places.sort((a, b) => a - b), whole.length]
        const segments = borders.slice(1).map((end, i) => whole.subarray(borders[i], end))
        const list = listOf(segments.map((bytes) => ({ bytes, lengthS: (4 * bytes.length) / whole.length })))
        const same = (await exported(list, (path) => readFile(path))).equals(one)
        expect(same).toBe(true)
      }),
      { numRuns: 40, examples: [[[BEFORE_SKIP]]] },
    )
  })
})
