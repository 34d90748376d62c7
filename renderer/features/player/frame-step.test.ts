import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFrameClock, DEFAULT_FRAME_S, stepBack, stepForward } from './frame-step.ts'

/** A media whose frame at `t` is the last one that began at or before `t`, as a browser shows it. */
const mediaWith = (frames: number[]) => {
  let shown = frames[0] ?? 0
  let seeks = 0
  return {
    probe: async (t: number) => {
      seeks += 1
      shown = frames.findLast((frame) => frame <= t + 1e-9) ?? frames[0] ?? 0
      return shown
    },
    shown: () => shown,
    seeks: () => seeks,
  }
}

describe('stepping', () => {
  test('a constant rate steps frame by frame', async () => {
    const frames = Array.from({ length: 50 }, (_, i) => i / 25)
    const media = mediaWith(frames)
    expect(await stepForward(media.probe, 0.4, 1 / 25, 2)).toBeCloseTo(0.44, 6)
    expect(media.shown()).toBeCloseTo(0.44, 6)
    expect(media.seeks()).toBeLessThanOrEqual(5)
  })

  test('a gap of eight seconds without frames is crossed in one step', async () => {
    const media = mediaWith([0, 0.2, 8.2, 8.4])
    expect(await stepForward(media.probe, 0.2, 1 / 25, 10)).toBeCloseTo(8.2, 6)
    expect(media.shown()).toBeCloseTo(8.2, 6)
    expect(await stepBack(media.probe, 8.2)).toBeCloseTo(0.2, 6)
  })

  test('the ends answer null', async () => {
    const media = mediaWith([0, 0.5])
    expect(await stepForward(media.probe, 0.7, 0.04, 1)).toBeNull()
    expect(await stepBack(media.probe, 0.2)).toBeNull()
  })

  test('no frame is ever skipped, whatever the distances and the guess', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 2, max: 4000 }), { minLength: 2, maxLength: 30 }),
        fc.integer({ min: 1, max: 500 }),
        async (gaps, guessMs) => {
          let t = 0
          const frames = [0, ...gaps.map((gap) => (t += gap) / 1000)]
          const media = mediaWith(frames)
          for (let i = 0; i + 1 < frames.length; i += 1) {
            const next = await stepForward(media.probe, frames[i] ?? 0, guessMs / 1000, t / 1000 + 0.1)
            expect(next).toBeCloseTo(frames[i + 1] ?? -1, 6)
            expect(await stepBack(media.probe, next ?? 0)).toBeCloseTo(frames[i] ?? -1, 6)
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})

test('the frame clock learns the shortest distance and ignores seeks', () => {
  const clock = createFrameClock()
  expect(clock.interval()).toBe(DEFAULT_FRAME_S)
  for (const t of [0, 0.1, 0.2, 0.4, 9, 2, 2.1]) clock.seen(t)
  expect(clock.interval()).toBeCloseTo(0.1, 6)
})
