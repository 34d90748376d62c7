import { describe, expect, it } from 'vitest'
import { boxesIn, viewOf } from './boxes.ts'
import { runsIn } from './runs.ts'
import { soundTrack, withSilence } from './silence.ts'
import { box, fragmentOf, initOf, u32 } from './testing/made-mp4.ts'

const VIDEO = { id: 1, timescale: 1_000 }
const pictures = { track: 1, at: 6_000, samples: Array.from({ length: 20 }, (): [number, number] => [100, 3]) }
const sound = (at: number, count: number) => ({
  track: 2,
  at,
  samples: Array.from({ length: count }, (): [number, number] => [1_024, 2]),
})
const aac = soundTrack(initOf({ channels: 2, rate: 8_000, objectType: 2 }))

/** Runs of sound: where each begins and ends, in its ticks. */
const soundIn = (bytes: Uint8Array) => {
  const view = viewOf(bytes)
  return boxesIn(view, 0, bytes.length)
    .filter(({ type }) => type === 'moof')
    .flatMap((moof) => runsIn(view, moof, moof.from - 8, new Map()))
    .filter(({ track }) => track === 2)
    .map(({ at, samples }) => [at, at + samples.reduce((sum, { duration }) => sum + duration, 0)])
}
const filled = (bytes: Uint8Array): Uint8Array => (aac ? withSilence(bytes, VIDEO, aac, new Map()) : bytes)

describe('withSilence', () => {
  it('puts silence under pictures that have no sound', () => {
    expect(soundIn(filled(fragmentOf([pictures])))).toEqual([[48_000, 48_000 + 16 * 1_024]])
  })

  it('puts silence behind sound that ends earlier', () => {
    expect(soundIn(filled(fragmentOf([pictures, sound(48_000, 4)])))).toEqual([
      [48_000, 52_096],
      [52_096, 52_096 + 12 * 1_024],
    ])
  })

  it('gives back the very bytes when the sound lasts nearly as long as the pictures', () => {
    const whole = fragmentOf([pictures, sound(48_000, 15)])
    expect(filled(whole)).toBe(whole)
  })

  it('writes the bytes of one silent frame for each', () => {
    const made = filled(fragmentOf([pictures]))
    // Channel pair element 0 without a common window, two channels of nothing, ID_END.
    expect([...made.subarray(-7)]).toEqual([0x20, 0, 0, 0, 0, 0, 0x0e])
  })
})

describe('soundTrack', () => {
  it('knows AAC of one and two channels alone', () => {
    expect(aac).toMatchObject({ id: 2, timescale: 8_000, ticks: 1_024 })
    expect(soundTrack(initOf({ channels: 1, rate: 8_000, objectType: 2 }))?.frame).toHaveLength(4)
    expect(soundTrack(initOf({ channels: 6, rate: 8_000, objectType: 2 }))).toBeNull()
    expect(soundTrack(initOf({ channels: 2, rate: 8_000, objectType: 5 }))).toBeNull()
  })
})

it('reads no more samples than a fragment has room for when its count says more', () => {
  const bytes = Uint8Array.from([
    ...box('moof', box('traf', box('tfhd', u32(0x10, 1, 4)), box('tfdt', u32(0, 0)), box('trun', u32(0, 0xffffffff)))),
    ...box('mdat', u32(0)),
  ])
  const [moof] = boxesIn(viewOf(bytes), 0, bytes.length)
  const [run] = moof ? runsIn(viewOf(bytes), moof, 0, new Map()) : []
  expect(run?.samples.length).toBeLessThan(bytes.length)
})
