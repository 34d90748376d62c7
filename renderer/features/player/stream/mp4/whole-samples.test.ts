import { expect, it } from 'vitest'
import { boxesIn, viewOf } from './boxes.ts'
import { runsIn } from './runs.ts'
import { fragmentOf } from './testing/made-mp4.ts'
import { wholeSamples } from './whole-samples.ts'

const samples = Array.from({ length: 5 }, (): [number, number] => [100, 10])
const FRAGMENT = fragmentOf([{ track: 1, at: 700, samples }])
const boxesOf = (bytes: Uint8Array) => boxesIn(viewOf(bytes), 0, bytes.length)
/** The samples of the only run: how long each lasts, and its data. */
const samplesIn = (bytes: Uint8Array) => {
  const [moof] = boxesOf(bytes)
  const [run] = moof ? runsIn(viewOf(bytes), moof, 0, new Map()) : []
  let at = run?.dataAt ?? 0
  return run?.samples.map(({ duration, size }) => {
    at += size
    return [duration, bytes[at - size]]
  })
}
const cut = (bytes: number, video: number) =>
  wholeSamples(FRAGMENT.subarray(0, FRAGMENT.length - bytes), video, new Map())

it('K6: keeps the whole samples of a fragment whose data is cut short, and ends its box there', () => {
  const whole = cut(25, 2)
  expect(samplesIn(whole)).toEqual([
    [100, 0],
    [100, 10],
  ])
  expect(boxesOf(whole).at(-1)).toMatchObject({ type: 'mdat', to: whole.length })
})

it('M12: shows the last picture as long as those that are missing', () => {
  expect(samplesIn(cut(25, 1))?.map(([duration]) => duration)).toEqual([100, 400])
})

it('gives back whole fragments as they are, and leaves out other boxes that are cut', () => {
  expect(wholeSamples(FRAGMENT, 1, new Map())).toBe(FRAGMENT)
  expect(wholeSamples(FRAGMENT.subarray(0, 40), 1, new Map())).toHaveLength(0)
})
