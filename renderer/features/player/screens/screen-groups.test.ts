import { expect, test } from 'vitest'
import { screenGroups } from './screen-groups.ts'

const screen = (startMs: number) => ({ startMs, endMs: startMs + 900, waitMs: 0, hash: '0'.repeat(16) })

test('the screens of a loop stand together, the others in order around them', () => {
  const screens = [0, 1_000, 2_000, 3_000, 4_000, 5_000].map(screen)
  const loop = { startMs: 1_000, endMs: 4_000, period: 1, count: 3 }
  const groups = screenGroups({ screens, loops: [loop] })
  expect(groups.map(({ loop: of, cards }) => [of?.count ?? null, cards.map(({ index }) => index)])).toEqual([
    [null, [0]],
    [3, [1, 2, 3]],
    [null, [4, 5]],
  ])
})

test('two loops after each other are two groups, and no screens are none', () => {
  const loops = [
    { startMs: 0, endMs: 2_000, period: 1, count: 3 },
    { startMs: 2_000, endMs: 9_000, period: 2, count: 4 },
  ]
  expect(screenGroups({ screens: [0, 1_000, 2_000].map(screen), loops }).map(({ cards }) => cards.length)).toEqual([
    2, 1,
  ])
  expect(screenGroups({ screens: [], loops })).toEqual([])
})
