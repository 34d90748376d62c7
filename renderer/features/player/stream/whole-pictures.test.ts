import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { joinBytes } from './bytes.ts'
import { createCompleter, type ListedPart, loadPart } from './neighbours.ts'
import { writePes } from './pes.ts'
import { PMT, TABLES, VIDEO } from './testing/made-tables.ts'
import { PACKET, packetize, payloadOf, pidOf, startsUnit } from './ts-frames.ts'
import { streamTables, wholePictures } from './whole-pictures.ts'

/** Eleven packets and a part of one; segments of less than four packets cannot be told from other bytes. */
const SIZE = 2_100
/** A picture of `size` bytes that say `number`, shown at `number` seconds; a NAL unit of `type` in front. */
const picture = (number: number, size = SIZE, type = 5, decoded = number): Uint8Array => {
  const payload = new Uint8Array(size).fill(number)
  payload.set([0, 0, 0, 1, type])
  const pes = { streamId: 0xe0, length: 0, pts: 0, dts: 0, payload }
  return packetize(VIDEO, writePes(pes, number * 90_000, decoded * 90_000), 0).packets
}
/** Fills its last packet: nothing tells that it ends there. */
const FULL = 184 * 3 - 19

/** Number and size of each picture, in order; packets in front of the first one count as picture -1. */
const picturesIn = (bytes: Uint8Array): [number, number][] => {
  const found: [number, number][] = []
  for (let at = 0; at + PACKET <= bytes.length; at += PACKET) {
    const packet = bytes.subarray(at, at + PACKET)
    expect(packet[0]).toBe(0x47)
    if (pidOf(packet) !== VIDEO) continue
    const payload = payloadOf(packet)
    if (startsUnit(packet)) found.push([payload.at(-1) ?? 0, payload.length - 19])
    else {
      const last = found.at(-1)
      if (last) last[1] += payload.length
      else found.push([-1, payload.length])
    }
  }
  return found
}

const tables = streamTables(joinBytes([TABLES, picture(1)]))
if (!tables) throw new Error('no tables')

/** The whole stream cut at these bytes, each segment completed. */
const completed = (whole: Uint8Array, cuts: number[]): Promise<Uint8Array[]> => {
  const ends = [...cuts, whole.length]
  const segments = ends.map((end, i) => whole.subarray(ends[i - 1] ?? 0, end))
  return Promise.all(
    segments.map((bytes, i) => wholePictures(bytes, tables, async (distance) => segments[i + distance] ?? null)),
  )
}

const STREAM = joinBytes([TABLES, picture(1), picture(2), picture(3), picture(4)])

describe('wholePictures', () => {
  it('K3: gives each picture whole to the segment it begins in when cuts lie inside pictures', async () => {
    const cuts = [6, 20, 33].map((packets) => packets * PACKET)
    const segments = await completed(STREAM, cuts)
    expect(segments.map(picturesIn)).toEqual([[[1, SIZE]], [[2, SIZE]], [[3, SIZE]], [[4, SIZE]]])
  })

  it('K3: joins a cut packet to its rest when cuts lie inside packets', async () => {
    const cuts = [5 * PACKET + 100, 18 * PACKET + 50, 30 * PACKET + 187]
    const segments = await completed(STREAM, cuts)
    expect(segments.map(picturesIn)).toEqual([[[1, SIZE]], [[2, SIZE]], [[3, SIZE]], [[4, SIZE]]])
  })

  it('K3: takes a picture from several segments, and leaves nothing but tables to those without a beginning', async () => {
    const long = joinBytes([TABLES, picture(1, 4_000), picture(2)])
    const segments = await completed(long, [6 * PACKET + 7, 14 * PACKET + 3])
    expect(segments.map(picturesIn)).toEqual([[[1, 4_000]], [], [[2, SIZE]]])
    expect(segments[1]?.length).toBe(2 * PACKET)
  })

  it('puts the tables in front of a segment that has none', async () => {
    const segments = await completed(STREAM, [20 * PACKET])
    expect(segments.map((bytes) => pidOf(bytes))).toEqual([0, 0])
    expect(segments.map((bytes) => pidOf(bytes.subarray(PACKET)))).toEqual([PMT, PMT])
  })

  it('keeps the same bytes, and asks for no neighbour, when a segment holds whole pictures', async () => {
    const input = joinBytes([TABLES, picture(1), picture(2)])
    const neighbour = () => Promise.reject(new Error('asked'))
    expect(await wholePictures(input, tables, neighbour)).toBe(input)
  })

  it('adds nothing when the last packet is full and the next segment begins with a picture', async () => {
    const full = joinBytes([TABLES, picture(1, FULL)])
    const next = picture(2)
    expect(await wholePictures(full, tables, async (distance) => (distance === 1 ? next : null))).toBe(full)
  })

  it('gives what there is when the next segment is missing', async () => {
    const input = STREAM.subarray(0, 6 * PACKET + 60)
    expect(picturesIn(await wholePictures(input, tables, async () => null))).toEqual([[1, 184 * 4 - 19]])
  })
})

describe('createCompleter', () => {
  const cuts = [0, 6 * PACKET + 60, 20 * PACKET + 20, STREAM.length]
  const parts = cuts.slice(1).map((_, sn) => ({ sn, cc: 0, url: `/${sn}`, initSegment: null }) as unknown as ListedPart)
  const segment = (sn: number) => STREAM.slice(cuts[sn], cuts[sn + 1])
  const bufferOf = (sn: number) => segment(sn).buffer as ArrayBuffer

  it('learns the tables from the first segment when it begins in the middle', async () => {
    const loaded: unknown[] = []
    const { complete } = createCompleter(
      () => parts,
      async ({ sn }) => {
        loaded.push(sn)
        return segment(Number(sn))
      },
    )
    const made = new Uint8Array(await complete(parts[1] as ListedPart, bufferOf(1)))
    expect(pidOf(made)).toBe(0)
    expect(picturesIn(made)).toEqual([[2, SIZE]])
    expect(loaded).toEqual([0, 2, 1])
  })

  it('K3: finds the packets of a segment that is too short to tell them by itself', async () => {
    const short = [0, 6 * PACKET + 60, 10 * PACKET + 20, STREAM.length]
    const cut = (sn: number) => STREAM.slice(short[sn], short[sn + 1])
    const { complete } = createCompleter(
      () => parts,
      async ({ sn }) => cut(Number(sn)),
    )
    const made = new Uint8Array(await complete(parts[1] as ListedPart, cut(1).buffer as ArrayBuffer))
    expect(made.length % PACKET).toBe(0)
    expect(picturesIn(made)).toEqual([])
  })

  it('takes nothing from behind a discontinuity', async () => {
    const apart = parts.map((part, cc) => ({ ...part, cc }))
    const { complete } = createCompleter(
      () => apart,
      () => Promise.reject(new Error('asked')),
    )
    const made = new Uint8Array(await complete(apart[0] as ListedPart, bufferOf(0)))
    expect(picturesIn(made)).toEqual([[1, 184 * 4 - 19]])
  })

  it('gives what there is when a neighbour cannot be loaded', async () => {
    const { complete } = createCompleter(
      () => parts,
      () => Promise.reject(new Error('offline')),
    )
    const made = new Uint8Array(await complete(parts[0] as ListedPart, bufferOf(0)))
    expect(picturesIn(made)).toEqual([[1, 184 * 4 - 19]])
  })

  const silent: [string, RequestListener][] = [
    ['never answers', () => {}],
    ['never ends', (_, response) => void response.writeHead(200).write(new Uint8Array(188))],
  ]
  it.each(silent)('K11: gives what there is when a neighbour %s, after its bound', async (_name, answer) => {
    const server = createServer(answer)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/1.ts`
    const problems: string[] = []
    const { complete } = createCompleter(
      () => parts,
      (part) =>
        loadPart({ ...part, url }, 300).catch((error: Error) => {
          problems.push(error.name)
          throw error
        }),
    )
    const made = new Uint8Array(await complete(parts[0] as ListedPart, bufferOf(0)))
    expect(picturesIn(made)).toEqual([[1, 184 * 4 - 19]])
    expect(new Set(problems)).toEqual(new Set(['TimeoutError']))
    server.closeAllConnections()
    server.close()
  })

  describe('of groups that begin in other segments', () => {
    const SLICE = 1
    const pictures = [5, SLICE, SLICE, SLICE, 5, SLICE].map((type, i) => picture(i + 1, SIZE, type))
    const segments = [0, 2, 4].map((i) => joinBytes([TABLES, ...pictures.slice(i, i + 2)]))
    const made = () => {
      const list = segments.map((_, sn) => ({ ...(parts[0] as ListedPart), sn, start: sn * 10 }))
      const completer = createCompleter(
        () => list,
        async ({ sn }) => segments[Number(sn)] as Uint8Array,
      )
      const give = async (sn: number) => {
        const part = list[sn] as ListedPart
        const bytes = await completer.complete(part, (segments[sn] as Uint8Array).slice().buffer as ArrayBuffer)
        completer.took(part)
        return picturesIn(new Uint8Array(bytes)).map(([number]) => number)
      }
      return { list, give }
    }

    const recovery = (number: number) => {
      const payload = new Uint8Array(SIZE).fill(number)
      payload.set([0, 0, 0, 1, 6, 6, 1, 0xc4, 0x80, 0, 0, 0, 1, SLICE])
      const pes = { streamId: 0xe0, length: 0, pts: 0, dts: 0, payload }
      return packetize(VIDEO, writePes(pes, number * 90_000, number * 90_000), 0).packets
    }

    it('begins at the last key picture before a segment that follows none, and tells when that is shown', async () => {
      const { list, give } = made()
      expect(await give(1)).toEqual([1, 2, 3, 4])
      expect(list[1]?.start).toBe(0)
    })

    it('M20: begins at an IDR picture before a recovery point, and at that where there is none', async () => {
      const given = async (first: number) => {
        const files = [picture(1, SIZE, first), recovery(2), recovery(3)].map((one) => joinBytes([TABLES, one]))
        const list = files.map((_, sn) => ({ ...(parts[0] as ListedPart), sn, start: sn * 10 }))
        const { complete } = createCompleter(
          () => list,
          async ({ sn }) => files[Number(sn)] as Uint8Array,
        )
        const bytes = await complete(list[2] as ListedPart, (files[2] as Uint8Array).slice().buffer as ArrayBuffer)
        return picturesIn(new Uint8Array(bytes)).map(([number]) => number)
      }
      expect([await given(5), await given(SLICE)]).toEqual([[1, 2, 3], [3]])
    })

    it('M20: looks once for an IDR picture in a recording that has recovery points alone', async () => {
      const files = Array.from({ length: 60 }, (_, i) => joinBytes([TABLES, recovery(i + 1)]))
      const list = files.map((_, sn) => ({ ...(parts[0] as ListedPart), sn, start: sn }))
      let loads = 0
      let asked = 0
      const { complete } = createCompleter(
        () => list,
        async ({ sn }) => {
          // What lies behind is asked for the length of the last picture.
          if (Number(sn) < asked) loads += 1
          return (files[Number(sn)] as Uint8Array).slice()
        },
      )
      const seek = async (sn: number) => {
        loads = 0
        asked = sn
        await complete(list[sn] as ListedPart, (files[sn] as Uint8Array).slice().buffer as ArrayBuffer)
        return loads
      }
      expect(await seek(40)).toBe(32)
      expect([await seek(50), await seek(40)]).toEqual([0, 0])
      // Near the beginning there may be one.
      expect([await seek(10), await seek(12)]).toEqual([8, 0])
    })

    it('adds nothing to a segment that follows the one taken before', async () => {
      const { give } = made()
      expect([await give(0), await give(1), await give(2)]).toEqual([
        [1, 2],
        [3, 4],
        [5, 6],
      ])
    })

    it('holds the pictures of the next segment that are shown before its last one, which goes on behind them', async () => {
      const order = [1, 2, 6, 3, 4, 5, 9, 7, 8, 10]
      const cut = [0, 2, 4, 7, order.length].map((from, i, all) => order.slice(from, all[i + 1])).slice(0, 4)
      const files = cut.map((numbers) =>
        joinBytes([
          TABLES,
          ...numbers.map((number) => picture(number, SIZE, number === 1 ? 5 : SLICE, order.indexOf(number))),
        ]),
      )
      const list = files.map((_, sn) => ({ ...(parts[0] as ListedPart), sn, start: sn * 10 }))
      const give = (order: number[]) => {
        const completer = createCompleter(
          () => list,
          async ({ sn }) => files[Number(sn)] as Uint8Array,
        )
        return order.reduce<Promise<number[][]>>(async (before, sn) => {
          const given = await before
          const bytes = await completer.complete(
            list[sn] as ListedPart,
            (files[sn] as Uint8Array).slice().buffer as ArrayBuffer,
          )
          completer.took(list[sn] as ListedPart)
          return [...given, picturesIn(new Uint8Array(bytes)).map(([number]) => number)]
        }, Promise.resolve([]))
      }
      expect(await give([0, 1, 2, 3])).toEqual([[1, 2], [6, 3, 4, 5], [9, 7, 8], [10]])
      expect(await give([2, 3])).toEqual([[1, 2, 6, 3, 4, 5, 9, 7, 8], [10]])
    })

    it('ends at the next key picture when the segment behind was taken before', async () => {
      const { give } = made()
      await give(1)
      expect(await give(0)).toEqual([1, 2, 3, 4])
    })
  })
})
