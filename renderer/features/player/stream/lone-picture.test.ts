import { expect, test } from 'vitest'
import { joinBytes } from './bytes.ts'
import { isLone, withNextPicture } from './lone-picture.ts'
import { createCompleter, type ListedPart } from './neighbours.ts'
import { readPes, writePes } from './pes.ts'
import { TABLES_WITH_SOUND, VIDEO } from './testing/made-tables.ts'
import { PACKET, packetize, payloadOf, pidOf, startsUnit } from './ts-frames.ts'

const AUD = [0, 0, 0, 1, 9, 0xf0]
const SLICE = 1
const IDR = 5

/** A picture of three packets that is decoded and shown at these ticks. */
const picture = (dts: number, type = IDR, pts = dts): Uint8Array => {
  const payload = Uint8Array.from([...AUD, 0, 0, 0, 1, type, ...new Uint8Array(400).fill(7)])
  return packetize(VIDEO, writePes({ streamId: 0xe0, length: 0, pts, dts, payload }, pts, dts), 0).packets
}
const segment = (...pictures: Uint8Array[]): Uint8Array => joinBytes([TABLES_WITH_SOUND, ...pictures])
/** Stamps of the pictures, in order. */
const stampsIn = (bytes: Uint8Array) => {
  const found: (number | null | undefined)[][] = []
  for (let at = 0; at + PACKET <= bytes.length; at += PACKET) {
    const packet = bytes.subarray(at, at + PACKET)
    if (pidOf(packet) !== VIDEO || !startsUnit(packet)) continue
    const pes = readPes(payloadOf(packet))
    found.push([pes?.pts, pes?.dts])
  }
  return found
}

test('a copy of the next picture is decoded half-way and shown at its own time', () => {
  const made = withNextPicture(segment(picture(9_000)), segment(picture(18_001), picture(27_000)), VIDEO)
  expect(stampsIn(made)).toEqual([
    [9_000, 9_000],
    [18_001, 13_501],
  ])
  // Twice the half is never less than the whole: hls.js moves what comes earlier than it expects.
  expect(2 * (13_501 - 9_000)).toBeGreaterThanOrEqual(18_001 - 9_000)
})

test('crosses the turn of stamps', () => {
  const turn = 2 ** 33
  const made = withNextPicture(segment(picture(turn - 6_000)), segment(picture(4_000)), VIDEO)
  expect(stampsIn(made)[1]).toEqual([4_000, turn - 1_000])
})

test('gives back the very bytes when the next picture cannot be decoded twice or is not behind', () => {
  const own = segment(picture(9_000))
  for (const next of [picture(18_000, SLICE), picture(9_000), picture(5_000), new Uint8Array()])
    expect(withNextPicture(own, joinBytes([TABLES_WITH_SOUND, next]), VIDEO)).toBe(own)
})

test('several pictures, also in one PES, are not alone', () => {
  const [payload, at] = [Uint8Array.from([...AUD, 0, 0, 0, 1, IDR, 7, ...AUD, 0, 0, 0, 1, SLICE, 7]), 9_000]
  const shared = packetize(VIDEO, writePes({ streamId: 0xe0, length: 0, pts: at, dts: at, payload }, at, at), 0).packets
  const all = [segment(picture(at)), segment(picture(at), picture(18_000, SLICE)), segment(shared), segment()]
  expect(all.map((bytes) => isLone(bytes, VIDEO))).toEqual([true, false, false, false])
})

test('segments of one picture with sound come with the next one, but not in front of one that was taken before', async () => {
  const files = [0, 1, 2, 3].map((i) => segment(picture(9_000 * (1 + i))))
  const list = files.map((_, sn) => ({ sn, cc: 0, url: `/${sn}`, initSegment: null, start: sn / 10 }) as ListedPart)
  const completer = createCompleter(
    () => list,
    async ({ sn }) => files[Number(sn)] as Uint8Array,
  )
  const give = async (sn: number) => {
    const own = (files[sn] as Uint8Array).slice().buffer as ArrayBuffer
    const bytes = await completer.complete(list[sn] as ListedPart, own)
    completer.took(list[sn] as ListedPart)
    return stampsIn(new Uint8Array(bytes)).map(([pts]) => pts)
  }
  expect([await give(1), await give(2), await give(3), await give(0)]).toEqual([
    [18_000, 27_000],
    [27_000, 36_000],
    [36_000],
    [9_000],
  ])
})
