import { expect, test } from 'vitest'
import { createPlayerStore } from '../player-store.ts'
import { controlWaiting } from './waiting-control.ts'

const still = [{ startMs: 360_000, endMs: 498_000 }]

const setUp = () => {
  const store = createPlayerStore(1)
  store.setState({ playing: true, lengthS: 662, waiting: 'show' })
  const off = controlWaiting({
    store,
    playback: () => ({
      seek: (timeS) => store.setState({ timeS }),
      setRate: (rate) => {
        store.setState({ rate })
        return rate
      },
    }),
    still: () => still,
  })
  return { store, off, at: (timeS: number) => store.setState({ timeS }) }
}

test('shown parts play as they are', () => {
  const { store, at } = setUp()
  at(400)
  expect(store.getState()).toMatchObject({ timeS: 400, rate: 1, toast: null })
})

test('a skipped part keeps 300 ms on either side, and says how much was skipped', () => {
  const { store, at } = setUp()
  store.setState({ waiting: 'skip' })
  at(360.2)
  expect(store.getState().timeS).toBe(360.2)
  at(360.31)
  expect(store.getState().timeS).toBe(497.7)
  expect(store.getState().toast?.text).toBe('Skipped 2:17 of waiting')
})

test('nothing is skipped while paused, and no skip leaves a loop', () => {
  const { store, at } = setUp()
  store.setState({ waiting: 'skip', playing: false })
  at(400)
  expect(store.getState().timeS).toBe(400)
  store.setState({ loop: { in: 380, out: 420, on: true }, playing: true })
  expect(store.getState().timeS).toBe(420)
})

test('a part is sped through and the speed comes back behind it', () => {
  const { store, at } = setUp()
  store.setState({ waiting: 'speed', rate: 1.5 })
  at(361)
  expect(store.getState().rate).toBe(8)
  at(400)
  expect(store.getState().rate).toBe(8)
  at(497.8)
  expect(store.getState().rate).toBe(1.5)
})

test('a speed that a person sets inside a part stays', () => {
  const { store, at } = setUp()
  store.setState({ waiting: 'speed' })
  at(361)
  store.setState({ rate: 2 })
  at(380)
  at(600)
  expect(store.getState().rate).toBe(2)
})

test('pausing, another way and the end of the player give the speed back', () => {
  const { store, at, off } = setUp()
  store.setState({ waiting: 'speed' })
  at(361)
  store.setState({ playing: false })
  expect(store.getState().rate).toBe(1)
  store.setState({ playing: true })
  expect(store.getState().rate).toBe(8)
  store.setState({ waiting: 'show' })
  expect(store.getState().rate).toBe(1)
  store.setState({ waiting: 'speed' })
  expect(store.getState().rate).toBe(8)
  off()
  expect(store.getState().rate).toBe(1)
})
