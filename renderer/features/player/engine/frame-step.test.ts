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
const guess = (seconds: number) => ({ seconds, learned: false })

describe('stepping', () => {
  test('with a learned distance a step is one seek', async () => {
    const media = mediaWith(Array.from({ length: 50 }, (_, i) => i / 25))
    expect(await stepForward(media.probe, 0.4, { seconds: 1 / 25, learned: true }, 2)).toBeCloseTo(0.44, 6)
    expect(media.shown()).toBeCloseTo(0.44, 6)
    expect(await stepBack(media.probe, 0.44)).toBeCloseTo(0.4, 6)
    expect(media.seeks()).toBe(2)
  })

  test('a gap of eight seconds without frames is crossed in one step', async () => {
    const media = mediaWith([0, 0.2, 8.2, 8.4])
    expect(await stepForward(media.probe, 0.2, guess(1 / 25), 10)).toBeCloseTo(8.2, 6)
    expect(media.shown()).toBeCloseTo(8.2, 6)
    expect(await stepBack(media.probe, 8.2)).toBeCloseTo(0.2, 6)
  })

  test('the ends answer null', async () => {
    const media = mediaWith([0, 0.5])
    expect(await stepForward(media.probe, 0.5, guess(0.04), 1)).toBeNull()
    expect(await stepBack(media.probe, 0)).toBeNull()
  })

  test('no frame is ever skipped, whatever the distances and the guess', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 2, max: 4000 }), { minLength: 2, maxLength: 30 }),
        fc.integer({ min: 1, max: 500 }),
        async (gaps, guessMs) => {
          let t = 0
          const frames = [0]
          for (const gap of gaps) frames.push((t += gap) / 1000)
          const learned = guessMs <= Math.min(...gaps)
          const media = mediaWith(frames)
          for (let i = 0; i + 1 < frames.length; i += 1) {
            const from = frames[i] ?? 0
            const next = await stepForward(media.probe, from, { seconds: guessMs / 1000, learned }, t / 1000 + 0.1)
            expect(next).toBeCloseTo(frames[i + 1] ?? -1, 6)
            expect(media.shown()).toBeCloseTo(frames[i + 1] ?? -1, 6)
            expect(await stepBack(media.probe, next ?? 0)).toBeCloseTo(from, 6)
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})

test('the frame clock learns the shortest distance, ignores seeks, and knows what is shown', () => {
  const clock = createFrameClock()
  expect(clock.shown()).toBeNull()
  expect(clock.gap()).toEqual({ seconds: DEFAULT_FRAME_S, learned: false })
  clock.seen(50, false)
  for (const t of [0, 0.1, 0.2, 0.4, 0.5]) clock.seen(t, true)
  clock.seen(0.51, false)
  for (const t of [2, 2.1]) clock.seen(t, true)
  expect(clock.gap().learned).toBe(true)
  expect(clock.gap().seconds).toBeCloseTo(0.1, 6)
  expect(clock.shown()).toBe(2.1)
})
