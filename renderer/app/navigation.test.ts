import { expect, test } from 'vitest'
import { firstTrail, goBack, goForward, goTo, PLAIN_QUERY, readTrail, START, type View } from './navigation.ts'

const player = (sessionId: string): View => ({ place: 'player', sessionId, startAtMs: null, query: PLAIN_QUERY })
const settings: View = { place: 'settings', section: 'general' }

test('back from a run leads to the list, also after moving on to the next run', () => {
  const second = goTo(goTo(START, player('a')), player('b'))
  expect(second.view).toEqual(player('b'))
  expect(goBack(second).view).toEqual({ place: 'sessions' })
})

test('forward undoes back, and a new stop forgets it', () => {
  const there = goTo(goTo(START, player('a')), settings)
  const back = goBack(there)
  expect(back.view).toEqual(player('a'))
  expect(goForward(back).view).toEqual(settings)
  expect(goTo(back, { place: 'sessions' }).future).toEqual([])
})

test('the same place twice is one stop, and the trail does not grow for ever', () => {
  expect(goTo(goTo(START, settings), { place: 'settings', section: 'accounts' }).past).toHaveLength(1)
  let trail = START
  for (let n = 0; n < 300; n += 1) trail = goTo(goTo(trail, settings), { place: 'sessions' })
  expect(trail.past).toHaveLength(50)
})

test('a player without a past still has a way back', () => {
  expect(goBack({ view: player('a'), past: [], future: [] }).view).toEqual({ place: 'sessions' })
  expect(goBack(START)).toBe(START)
})

test('the last place is restored for the same account only', () => {
  const stored = JSON.stringify({ account: 'acc', view: player('run 1') })
  expect(readTrail(stored, 'acc').view).toEqual(player('run 1'))
  expect(goBack(readTrail(stored, 'acc')).view).toEqual({ place: 'sessions' })
  expect(readTrail(stored, 'other')).toEqual(START)
})

test('a link opened during the start goes before the last place', () => {
  const stored = JSON.stringify({ account: 'acc', view: settings })
  expect(firstTrail(START, stored, 'acc').view).toEqual(settings)
  expect(firstTrail(goTo(START, player('linked')), stored, 'acc').view).toEqual(player('linked'))
})

test.each([null, '', '{', '[]', '{"account":"acc"}', '{"account":"acc","view":{"place":"player","sessionId":7}}'])(
  'odd storage %s starts at the list',
  (stored) => expect(readTrail(stored, 'acc')).toEqual(START),
)
