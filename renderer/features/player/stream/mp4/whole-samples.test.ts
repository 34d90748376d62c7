import { expect, it } from 'vitest'
import { boxesIn, viewOf } from './mp4-boxes.ts'
import { runsIn } from './mp4-runs.ts'
import { fragmentOf } from './testing/made-mp4.ts'
import { wholeSamples } from './whole-samples.ts'

const FRAGMENT = fragmentOf([
  { track: 1, at: 0, samples: Array.from({ length: 5 }, (): [number, number] => [100, 10]) },
])
const boxesOf = (bytes: Uint8Array) => boxesIn(viewOf(bytes), 0, bytes.length)
const countIn = (bytes: Uint8Array) => {
  const [moof] = boxesOf(bytes)
  return moof ? runsIn(viewOf(bytes), moof, 0, new Map()).map(({ samples }) => samples.length) : []
}

it('K6: keeps the whole samples of a fragment whose data is cut short, and ends its box there', () => {
  const cut = wholeSamples(FRAGMENT.subarray(0, FRAGMENT.length - 25), new Map())
  expect(countIn(cut)).toEqual([2])
  expect(boxesOf(cut).map(({ type, to }) => [type, to])).toEqual([
    ['moof', FRAGMENT.length - 58],
    ['mdat', FRAGMENT.length - 25],
  ])
})

it('gives back whole fragments as they are, and leaves out other boxes that are cut', () => {
  expect(wholeSamples(FRAGMENT, new Map())).toEqual(FRAGMENT)
  expect(wholeSamples(FRAGMENT.subarray(0, 40), new Map())).toHaveLength(0)
})
