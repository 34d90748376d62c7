import { expect, test } from 'vitest'
import { GRID_TILES } from '../../contract/constants/luma-grid.ts'
import type { GridFrame } from './grid-changes.ts'
import { createInterpreter } from './interpret.ts'
import { quickLaneOf } from './quick-lane.ts'

const LENGTH_MS = 90_000

/** Pages, a blinking tile and a bar that fills, a picture every 40 to 400 ms. */
const frames = (): GridFrame[] => {
  const made: GridFrame[] = []
  let seed = 7
  for (let timeMs = 0; timeMs < LENGTH_MS; ) {
    const page = Math.floor(timeMs / 11_000)
    const grid = Uint8Array.from({ length: GRID_TILES }, (_, tile) => 40 + ((tile * 7 + page * 53) % 170))
    grid[300] = made.length % 2 ? 20 : 220
    grid.fill(250, 640, 640 + Math.floor((timeMs % 11_000) / 400))
    made.push({ timeMs, key: made.length % 50 === 0, grid })
    seed = (seed * 48_271) % 2_147_483_647
    timeMs += 40 + (seed % 360)
  }
  return made
}

test('a recording in two parts with a checkpoint between has the same record, wherever it is cut', () => {
  const all = frames()
  const whole = createInterpreter(LENGTH_MS)
  for (const frame of all) whole.push(frame)
  const record = whole.finish()
  expect(record.screens.length).toBeGreaterThan(3)
  for (const cut of [1, 2, 37, 120, Math.floor(all.length / 2), all.length]) {
    const first = createInterpreter(LENGTH_MS)
    for (const frame of all.slice(0, cut)) first.push(frame)
    const second = createInterpreter(LENGTH_MS, first.save())
    expect(second.nowMs).toBe(all[cut - 1]?.timeMs)
    for (const frame of all.slice(cut)) second.push(frame)
    expect(second.finish()).toEqual(record)
  }
})

test('a checkpoint that is cut short, changed or of another recording is not continued', () => {
  const interpreter = createInterpreter(LENGTH_MS)
  for (const frame of frames()) interpreter.push(frame)
  const data = interpreter.save() ?? new Uint8Array()
  expect(createInterpreter(LENGTH_MS, data).nowMs).not.toBeNull()
  expect(createInterpreter(LENGTH_MS + 1, data).nowMs).toBeNull()
  for (const bad of [data.subarray(0, -1), data.subarray(9), data.with(5, 0), new Uint8Array(3), new Uint8Array(40)])
    expect(createInterpreter(LENGTH_MS, bad).nowMs).toBeNull()
  expect(createInterpreter(LENGTH_MS).save()).toBeNull()
})

test('the quick lane follows the bytes of changed pictures and leaves out those coded on their own', () => {
  const packets = Array.from({ length: 250 }, (_, index) => ({
    timeMs: index * 40,
    bytes: index % 50 === 0 ? 40_000 : index >= 100 && index < 110 ? 20_000 : 40,
    key: index % 50 === 0,
  }))
  const lane = quickLaneOf(packets, 10_000)
  expect(lane).toMatchObject({ durationMs: 10_000, bucketMs: 100 })
  const active = lane?.share.flatMap((share, bucket) => (share > 100 ? [bucket] : []))
  expect(active).toEqual([40, 41, 42, 43])
  expect(
    quickLaneOf(
      packets.filter(({ key }) => key),
      10_000,
    ),
  ).toBeNull() // nothing to tell change by
  expect(quickLaneOf([], 10_000)).toBeNull()
})
