import { expect, test } from 'vitest'
import { joinBytes } from './bytes.ts'
import { firstStamp } from './key-pictures.ts'
import { allEarlier, createClocks } from './one-clock.ts'
import { stampGap, writePes } from './pes.ts'
import { packetize } from './ts-frames.ts'

const SECOND = 90_000
const TURN = 2 ** 33

/** Loads segments of 2 s in this order; `at` says when each is shown by its own stamps. Answers where each is then. */
const shown = (order: number[], at: (sn: number) => number, listedS = 2) => {
  const clocks = createClocks()
  const made = order.map((sn) => {
    const pts = (((at(sn) * SECOND) % TURN) + TURN) % TURN
    const part = { sn, cc: 0, start: sn * listedS }
    const ticks = clocks.ticksOf(part, pts)
    expect(clocks.ticksOf(part, pts)).toBe(ticks)
    return { sn, pts: pts - ticks }
  })
  const [first] = made
  return made.map(({ sn, pts }) => [sn, stampGap(pts, first?.pts ?? 0) / SECOND])
}
const even = (order: number[]) => order.map((sn) => [sn, (sn - (order[0] ?? 0)) * 2])

const ORDERS = [
  [0, 1, 2, 3, 4],
  [0, 3, 4, 1],
  [3, 0, 4, 1],
  [4, 2, 0],
]

test.each(ORDERS)('lays segments whose clock starts over where the list says, %i first', (...order) => {
  expect(shown(order, () => 1)).toEqual(even(order))
})

test.each(ORDERS)('leaves a clock that goes on as it is, %i first', (...order) => {
  expect(shown(order, (sn) => 1 + sn * 2)).toEqual(even(order))
  expect(shown(order, (sn) => TURN / SECOND - 5 + sn * 2)).toEqual(even(order))
})

test('K9: lengths in the list that are wrong move nothing', () => {
  for (const listedS of [1, 4]) expect(shown([0, 3, 1], (sn) => 1 + sn * 2, listedS)).toEqual(even([0, 3, 1]))
})

test('what goes on from a clock that started over is laid with it', () => {
  const at = (sn: number) => (sn < 3 ? 100 + sn * 2 : 1 + (sn - 3) * 2)
  expect(shown([0, 1, 2, 3, 4, 5], at)).toEqual(even([0, 1, 2, 3, 4, 5]))
  expect(shown([0, 4, 5, 1, 3], at)).toEqual(even([0, 4, 5, 1, 3]))
})

test('all of a later first segment comes late enough for those before it', () => {
  const clocks = createClocks()
  expect(clocks.ticksOf({ sn: 5, cc: 0, start: 10 }, SECOND)).toBe(-10 * SECOND)
  expect(clocks.ticksOf({ sn: 5, cc: 1, start: 10 }, 11 * SECOND)).toBe(0)
})

test('moves the stamps of pictures and sound, and nothing else', () => {
  const pes = (streamId: number, pts: number) =>
    writePes({ streamId, length: 0, pts: 0, dts: 0, payload: new Uint8Array(300).fill(7) }, pts, pts - 10)
  const stream = (pts: number) =>
    joinBytes([
      packetize(0, new Uint8Array(184).fill(3), 0).packets,
      packetize(256, pes(0xe0, pts), 4).packets,
      packetize(257, pes(0xc0, pts), 4).packets,
    ])
  const moved = allEarlier(stream(900_000), -90_000)
  expect(moved).toEqual(stream(990_000))
  expect(firstStamp(moved, 256, 'pts')).toBe(990_000)
  const same = stream(1)
  expect(allEarlier(same, 0)).toBe(same)
})
