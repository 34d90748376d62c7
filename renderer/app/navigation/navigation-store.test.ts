import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { goBack, goForward, goTo, readTrail, START, useNavigation, viewBefore } from './navigation-store.ts'
import { PLAIN_QUERY, type View } from './view-state.ts'

const player = (sessionId: string): View => ({ name: 'player', sessionId, startAtMs: null, query: PLAIN_QUERY })
const settings: View = { name: 'settings', section: 'general' }

test('back from a run leads to the list, also after moving on to the next run', () => {
  const second = goTo(goTo(START, player('a')), player('b'))
  expect(second.view).toEqual(player('b'))
  expect(goBack(second).view).toEqual({ name: 'sessions' })
})

test('forward undoes back, and a new stop forgets it', () => {
  const there = goTo(goTo(START, player('a')), settings)
  const back = goBack(there)
  expect(back.view).toEqual(player('a'))
  expect(goForward(back).view).toEqual(settings)
  expect(goTo(back, { name: 'sessions' }).future).toEqual([])
})

test('the same place twice is one stop, and the trail does not grow for ever', () => {
  expect(goTo(goTo(START, settings), { name: 'settings', section: 'accounts' }).past).toHaveLength(1)
  let trail = START
  for (let n = 0; n < 300; n += 1) trail = goTo(goTo(trail, settings), { name: 'sessions' })
  expect(trail.past).toHaveLength(50)
})

test('a player without a past still has a way back', () => {
  expect(goBack({ view: player('a'), past: [], future: [] }).view).toEqual({ name: 'sessions' })
  expect(goBack(START)).toBe(START)
})

test('the last place is restored for the same account only', () => {
  const stored = JSON.stringify({ account: 'acc', view: player('run 1') })
  expect(readTrail(stored, 'acc').view).toEqual(player('run 1'))
  expect(goBack(readTrail(stored, 'acc')).view).toEqual({ name: 'sessions' })
  expect(readTrail(stored, 'other')).toEqual(START)
})

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  useNavigation.setState({ ...START, accountId: null, arriving: null, watchedId: null })
})
afterAll(() => vi.unstubAllGlobals())

test('the list is told which session was watched last, and of none after another way', () => {
  const { enter, go, back } = useNavigation.getState()
  const watched = () => useNavigation.getState().watchedId
  enter('first')
  go(player('a'))
  go(player('b'))
  back()
  expect(watched()).toBe('b')
  go(settings)
  go({ name: 'sessions' })
  expect(watched()).toBe(null)
  go(player('c'))
  enter('second')
  expect(watched()).toBe(null)
})

describe('L05: a link to a session of an account', () => {
  const { enter, leave, goIn, back } = useNavigation.getState()
  const shown = () => useNavigation.getState().view

  test('is shown when the frame enters the account after it', () => {
    enter('first')
    goIn('second', player('linked'))
    enter('second')
    expect(shown()).toEqual(player('linked'))
  })

  test('is shown when the frame has entered the account before it', () => {
    enter('first')
    enter('second')
    goIn('second', player('linked'))
    expect(shown()).toEqual(player('linked'))
  })

  test('is shown when the frame enters another account first, as at a start', () => {
    goIn('second', player('linked'))
    enter('first')
    enter('second')
    expect(shown()).toEqual(player('linked'))
    back()
    expect(shown()).toEqual({ name: 'sessions' })
  })

  test('played from the archive belongs to the archive, whichever account enters first', () => {
    for (const steps of [['second'], ['first', 'second']]) {
      enter('first')
      goIn('second', player('played'), { name: 'archive' })
      for (const account of steps) enter(account)
      expect([shown(), viewBefore(useNavigation.getState())]).toEqual([player('played'), 'archive'])
      const stored = kept.get('desk.view') ?? null
      expect(viewBefore(readTrail(stored, 'second'))).toBe('archive') // also after the program was started again
      back()
      expect(shown()).toEqual({ name: 'archive' })
    }
  })

  test('is shown once: coming back to the account later starts at its list', () => {
    enter('first')
    goIn('second', player('linked'))
    enter('second')
    enter('first')
    enter('second')
    expect(shown()).toEqual({ name: 'sessions' })
  })

  test('goes before what was left at the last end', () => {
    kept.set('desk.view', JSON.stringify({ account: 'first', view: settings }))
    goIn('first', player('linked'))
    enter('first')
    expect(shown()).toEqual(player('linked'))
    leave()
  })
})

test.each([null, '', '{', '[]', '{"account":"acc"}', '{"account":"acc","view":{"place":"player","sessionId":7}}'])(
  'invalid storage %s starts at the list',
  (stored) => expect(readTrail(stored, 'acc')).toEqual(START),
)

test('a view that an earlier version stored, by `place`, is restored', () => {
  const stored = JSON.stringify({ account: 'acc', view: { place: 'activity', section: 'health' } })
  expect(readTrail(stored, 'acc').view).toEqual({ name: 'activity', section: 'health' })
})

test('a review is continued where the program ended', () => {
  const query = { text: 'verdict:none', chips: [], sort: 'started', direction: 'desc' }
  const restored = (view: object) => readTrail(JSON.stringify({ account: 'acc', view }), 'acc').view
  const stored = { name: 'player', sessionId: 's', startAtMs: 9, query }
  expect(restored({ ...stored, review: true })).toEqual({ ...stored, startAtMs: null, review: true })
  expect(restored({ ...stored, review: 'yes' })).toEqual({ ...stored, startAtMs: null })
})

test('fields of a stored view that are unknown get their first value', () => {
  const restored = (view: object) => readTrail(JSON.stringify({ account: 'acc', view }), 'acc').view
  expect(restored({ name: 'settings', section: 'gone' })).toEqual({ name: 'settings', section: 'general' })
  expect(restored({ name: 'functions', target: { connectionId: 'c', role: 'other' } })).toEqual({
    name: 'functions',
    target: null,
  })
  expect(restored({ name: 'toString' })).toEqual(START.view)
})
