import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MOST_CHECKPOINT_BYTES } from '../../contract/constants/analysis-constants.ts'
import { GRID_COLUMNS, GRID_TILES } from '../../contract/constants/luma-grid.ts'
import { type AnalysisRecord, analysisRecordModel } from '../../contract/models/analysis-models.ts'
import type { GridFrame } from './grid-changes.ts'
import { createInterpreter } from './interpret.ts'

type Box = [left: number, top: number, width: number, height: number]

/** A page of its own by number: every tile takes part. */
const page = (number: number): Uint8Array =>
  Uint8Array.from(
    { length: GRID_TILES },
    (_, tile) => 40 + ((tile * 7 + number * 53 + (tile >> 3) * number * 29) % 170),
  )

const paint = (grid: Uint8Array, [left, top, width, height]: Box, level: number): Uint8Array => {
  const painted = grid.slice()
  for (let row = top; row < top + height; row += 1)
    painted.fill(level, row * GRID_COLUMNS + left, row * GRID_COLUMNS + left + width)
  return painted
}

const interpret = (durationMs: number, frames: [number, Uint8Array][], keyed = false): AnalysisRecord => {
  const interpreter = createInterpreter(durationMs)
  for (const [timeMs, grid] of frames) interpreter.push({ timeMs, key: keyed, grid })
  return interpreter.finish()
}

/** The same again at even distances. */
const repeat = (
  fromMs: number,
  untilMs: number,
  everyMs: number,
  draw: (index: number) => Uint8Array,
): [number, Uint8Array][] =>
  Array.from({ length: Math.floor((untilMs - fromMs) / everyMs) }, (_, index) => [
    fromMs + index * everyMs,
    draw(index),
  ])

describe('still intervals', () => {
  test('are the 3 s or more between changes, and nothing shorter', () => {
    const { still } = interpret(20_000, [
      [0, page(1)],
      [5_000, page(2)],
      [7_900, page(3)],
      [10_900, page(4)],
    ])
    expect(still).toEqual([
      { startMs: 0, endMs: 5_000 },
      { startMs: 7_900, endMs: 10_900 },
      { startMs: 10_900, endMs: 20_000 },
    ])
  })

  test.each<[string, number, (index: number) => Uint8Array]>([
    ['a caret', 530, (index) => paint(page(1), [20, 10, 1, 1], index % 2 ? 20 : 220)],
    ['a spinner', 80, (index) => paint(page(1), [30 + (index % 3), 20 + (Math.floor(index / 3) % 3), 1, 1], 250)],
    ['a carousel', 4_000, (index) => paint(page(1), [4, 24, 30, 7], [30, 120, 220][index % 3] ?? 0)],
    ['a counter of seconds', 1_000, (index) => paint(page(1), [60, 2, 2, 1], 60 + ((index * 37) % 150))],
  ])('go on while there is %s', (_, everyMs, draw) => {
    const { still } = interpret(60_000, [[0, page(1)], ...repeat(5_000, 55_000, everyMs, draw)])
    const stillMs = still.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
    expect(stillMs).toBeGreaterThan(58_000)
  })

  test('go on while a bar fills, and end when a text is typed', () => {
    const bar = repeat(4_000, 24_000, 1_000, (index) => paint(page(0).fill(200), [10, 20, index + 1, 1], 90))
    expect(interpret(24_000, [[0, page(0).fill(200)], ...bar]).still.at(-1)?.startMs).toBeLessThanOrEqual(4_000)
    const typed = repeat(4_000, 24_000, 1_000, (index) => {
      const grid = page(0).fill(200)
      for (let at = 0; at <= index; at += 1) grid[20 * GRID_COLUMNS + 10 + at] = 200 - 40 - ((at * 17) % 23)
      return grid
    })
    expect(interpret(24_000, [[0, page(0).fill(200)], ...typed]).still).toEqual([{ startMs: 0, endMs: 4_000 }])
  })

  test('continue when a picture is only encoded again', () => {
    const noisy = page(1).map((level, tile) => level + (tile % 40 === 0 ? (tile % 80 === 0 ? 12 : -12) : 0))
    expect(
      interpret(20_000, [
        [0, page(1)],
        [10_000, noisy],
      ]).still,
    ).toEqual([{ startMs: 0, endMs: 20_000 }])
  })

  test('end with a video that fills half of the picture', () => {
    const draw = (index: number) => paint(page(1), [10, 5, 48, 26], 40 + ((index * 41) % 180))
    const { still } = interpret(30_000, [[0, page(1)], ...repeat(5_000, 30_000, 120, draw)])
    expect(still).toEqual([{ startMs: 0, endMs: 5_000 }])
  })
})

describe('screens of a sparse page', () => {
  const empty = new Uint8Array(GRID_TILES).fill(235)
  /** Lines of text in a small card: other texts by number. */
  const card = (number: number): Uint8Array => {
    const grid = empty.slice()
    for (let line = 0; line < 7; line += 1)
      for (let at = 0; at < 20; at += 1)
        if ((at * 5 + line * 3 + number * 7) % 4 !== 0)
          grid[(9 + 2 * line) * GRID_COLUMNS + 25 + at] = 120 + ((at * 29 + line * 17 + number * 61) % 90)
    return grid
  }
  const startsOf = (frames: [number, Uint8Array][]): number[] =>
    interpret(30_000, frames).screens.map(({ startMs }) => startMs)

  test('begin when another text stands in its place', () => {
    expect(
      startsOf([
        [0, card(1)],
        [6_000, card(2)],
        [15_000, card(3)],
      ]),
    ).toEqual([0, 6_000, 15_000])
  })

  test('do not begin while fields are filled and lines are added', () => {
    const fields = repeat(4_000, 9_000, 120, (index) => paint(card(1), [25, 22, 1 + (index % 14), 1], 150))
    const added = repeat(12_000, 24_000, 1_900, (index) => paint(card(1), [25, 24, 14, 1 + 2 * (index % 5)], 170))
    expect(startsOf([[0, card(1)], ...fields, ...added])).toEqual([0])
  })

  test('are found beside the frame of a browser, which is no content of the page', () => {
    const framed = (grid: Uint8Array): Uint8Array => {
      const frame = grid.slice()
      for (let tile = 0; tile < 4 * GRID_COLUMNS; tile += 1) frame[tile] = 60 + ((tile * 37) % 150)
      return frame
    }
    expect(
      startsOf([
        [0, framed(empty.slice().fill(255))],
        [3_500, framed(card(1))],
        [9_000, framed(card(2))],
      ]),
    ).toEqual([0, 3_500, 9_000])
  })
})

describe('screens', () => {
  test('begin when most of the picture changed and then stays', () => {
    const { screens } = interpret(12_000, [
      [0, page(1)],
      [4_000, page(2)],
      [4_300, page(3)],
      [9_000, page(4)],
    ])
    expect(screens.map(({ startMs, endMs, waitMs }) => [startMs, endMs, waitMs])).toEqual([
      [0, 4_000, 0],
      [4_300, 9_000, 4_300],
      [9_000, 12_000, 4_700],
    ])
    expect(new Set(screens.map(({ hash }) => hash)).size).toBe(3)
  })

  test('stay the same while a text is typed or a small part changes', () => {
    const typing = repeat(2_000, 8_000, 100, (index) => paint(page(1), [5, 10, 1 + Math.min(40, index), 1], 20))
    const menu = paint(page(1), [40, 2, 20, 15], 250)
    expect(interpret(12_000, [[0, page(1)], ...typing, [10_000, menu]]).screens).toHaveLength(1)
  })

  test('count again after an empty page in between, which is none itself', () => {
    const white = page(0).fill(235)
    const { screens } = interpret(9_000, [
      [0, page(1)],
      [3_000, white],
      [3_400, page(1)],
    ])
    expect(screens.map(({ startMs }) => startMs)).toEqual([0, 3_400])
  })
})

describe('loops', () => {
  const walk = (pages: number[]): AnalysisRecord =>
    interpret(
      pages.length * 2_000,
      pages.map((number, index) => [index * 2_000, page(number)]),
    )

  test('are found with their period and count', () => {
    const { loops } = walk([9, 1, 2, 3, 1, 2, 3, 1, 2, 3, 8])
    expect(loops).toEqual([{ startMs: 2_000, endMs: 20_000, period: 3, count: 3 }])
  })

  test('of one screen need the screen to come again', () => {
    const white = page(0).fill(235)
    const frames = [0, 3_000, 6_000, 9_000].flatMap((at): [number, Uint8Array][] => [
      [at, white],
      [at + 200, page(1)],
    ])
    expect(interpret(12_000, frames).loops).toMatchObject([{ period: 1, count: 4 }])
    expect(interpret(12_000, [[0, page(1)]]).loops).toEqual([])
  })

  test('are not invented where two rounds are alike, or only every other screen is', () => {
    expect(walk([1, 2, 1, 2, 3]).loops).toEqual([])
    expect(walk([1, 4, 1, 5, 1, 6, 1, 7]).loops).toEqual([])
  })
})

describe('the frozen end', () => {
  test('is more than 60 s without change before the end', () => {
    expect(
      interpret(70_000, [
        [0, page(1)],
        [9_000, page(2)],
      ]).frozenEnd,
    ).toEqual({ startMs: 9_000, endMs: 70_000 })
    expect(
      interpret(69_000, [
        [0, page(1)],
        [9_000, page(2)],
      ]).frozenEnd,
    ).toBeNull()
  })

  test('is not hidden by a spinner', () => {
    const spinner = repeat(9_200, 99_000, 100, (index) => paint(page(2), [30 + (index % 3), 20, 1, 3], 250))
    expect(interpret(99_000, [[0, page(1)], [9_000, page(2)], ...spinner]).frozenEnd?.startMs).toBeLessThan(9_500)
  })
})

describe('any recording', { timeout: 120_000 }, () => {
  const grids = fc.oneof(
    fc.integer({ min: 0, max: 6 }).map(page),
    fc
      .tuple(fc.nat(59), fc.nat(31), fc.nat(255), fc.nat(6))
      .map(([left, top, level, number]) => paint(page(number), [left, top, 5, 5], level)),
  )
  const streams = fc.record({
    durationMs: fc.integer({ min: 0, max: 120_000 }),
    frames: fc.array(fc.record({ timeMs: fc.double({ min: -5_000, max: 130_000 }), key: fc.boolean(), grid: grids }), {
      maxLength: 60,
    }),
  })
  const read = ({ durationMs, frames }: { durationMs: number; frames: GridFrame[] }): AnalysisRecord => {
    const interpreter = createInterpreter(durationMs)
    for (const frame of frames) interpreter.push(frame)
    return interpreter.finish()
  }

  test('gives a valid record whose parts are in order and within the recording', () => {
    fc.assert(
      fc.property(streams, (stream) => {
        const record = analysisRecordModel.parse(read(stream))
        for (const list of [record.still, record.screens, record.loops]) {
          for (const { startMs, endMs } of list) expect(startMs).toBeLessThanOrEqual(endMs)
          for (const [at, one] of list.entries())
            expect(one.startMs).toBeGreaterThanOrEqual(at === 0 ? 0 : (list[at - 1]?.endMs ?? 0))
          expect(list.at(-1)?.endMs ?? 0).toBeLessThanOrEqual(stream.durationMs)
        }
        for (const { startMs, endMs } of record.still) expect(endMs - startMs).toBeGreaterThanOrEqual(2_999)
      }),
      { numRuns: 60 },
    )
  })

  test('gives the same record twice', () => {
    fc.assert(
      fc.property(streams, (stream) => {
        expect(read(stream)).toEqual(read(stream))
      }),
      { numRuns: 15 },
    )
  })

  test('takes three hours in which all of the picture moves within the bounds of memory', () => {
    const lengthMs = 3 * 3_600_000
    const interpreter = createInterpreter(lengthMs)
    const pages = Array.from({ length: 101 }, (_, number) => page(number + 1))
    for (let at = 0; at * 250 < lengthMs; at += 1)
      interpreter.push({ timeMs: at * 250, key: false, grid: pages[(at * 37) % 101] ?? page(0) })
    expect(interpreter.save()?.length).toBeLessThan(MOST_CHECKPOINT_BYTES)
    const record = interpreter.finish()
    expect(analysisRecordModel.safeParse(record).error).toBeUndefined()
    expect(JSON.stringify(record).length).toBeLessThan(3 * 200_000)
    expect(record.still).toEqual([]) // longer events leave no gaps between them
  })

  test('finds what happens in three hours of waiting', () => {
    const lengthMs = 3 * 3_600_000
    const pages = [1, 2, 3, 4, 5, 6].map(page)
    const spinner = repeat(5_000, lengthMs - 5_000, 800, (index) => {
      const shown = pages[Math.floor((index * 800) / 1_800_000)] ?? page(1)
      return paint(shown, [30 + (index % 3), 20, 1, 1], 250)
    })
    const { screens, still } = interpret(lengthMs, [[0, page(1)], ...spinner])
    expect(screens.map(({ startMs }) => Math.round(startMs / 1_800_000))).toEqual([0, 1, 2, 3, 4, 5])
    const stillMs = still.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
    expect(stillMs / lengthMs).toBeGreaterThan(0.99)
  })

  test('stays below 200 KB an hour when a screen comes every 0.6 s', () => {
    const interpreter = createInterpreter(3_600_000)
    const pages = [1, 2, 3, 4, 5].map(page)
    for (let at = 0; at < 6_000; at += 1)
      interpreter.push({ timeMs: at * 600, key: false, grid: pages[(at * at) % 5] ?? page(0) })
    const record = interpreter.finish()
    expect(record.screensOmitted).toBeGreaterThan(0)
    expect(JSON.stringify(record).length).toBeLessThan(200_000)
  })
})
