import { describe, expect, test } from 'vitest'
import type { KeyLike } from './key-binding.ts'
import { conflictsOf, keysOfEvent, readStored, refusalOf, replaceKeys, withKeys } from './rebinding.ts'
import { playerShortcuts } from './shortcuts/player-shortcuts.ts'
import { allShortcuts } from './shortcuts/shortcut-table.ts'
import {
  filterShortcuts,
  generalShortcuts,
  sessionListShortcuts,
  sessionShortcuts,
} from './shortcuts/start-shortcuts.ts'

const press = (event: Partial<KeyLike> & { key: string; code: string }): KeyLike => ({
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...event,
})
const altGr = (key: string, code: string) =>
  press({ key, code, ctrlKey: true, altKey: true, getModifierState: (name) => name === 'AltGraph' })
const { play, failure, theatre, slower } = playerShortcuts

describe('the keys of an event', () => {
  test.each([
    ['K', press({ key: 'л', code: 'KeyK' })],
    ['Shift+1', press({ key: '!', code: 'Digit1', shiftKey: true })],
    ['Mod+Shift+K', press({ key: 'K', code: 'KeyK', shiftKey: true, ctrlKey: true })],
    ['?', press({ key: '?', code: 'Minus', shiftKey: true })],
    ['[', altGr('[', 'Digit8')],
    ['Space', press({ key: ' ', code: 'Space' })],
    ['Alt+ArrowUp', press({ key: 'ArrowUp', code: 'ArrowUp', altKey: true })],
    ['7', press({ key: '7', code: 'Numpad7' })],
    ['Home', press({ key: 'Home', code: 'Numpad7' })],
    ['modifier', press({ key: 'Shift', code: 'ShiftLeft', shiftKey: true })],
    ['unusable', press({ key: 'Dead', code: 'Backquote' })],
    ['unusable', press({ key: 'AudioVolumeUp', code: 'AudioVolumeUp' })],
  ])('%s', (keys, event) => {
    expect(keysOfEvent(event, false)).toBe(keys)
  })

  test('on a Mac, Command is Mod and Option types no other sign for comma and period', () => {
    expect(keysOfEvent(press({ key: 'k', code: 'KeyK', metaKey: true }), true)).toBe('Mod+K')
    expect(keysOfEvent(press({ key: 'k', code: 'KeyK', ctrlKey: true }), true)).toBe('Ctrl+K')
    expect(keysOfEvent(press({ key: '≤', code: 'Comma', altKey: true }), true)).toBe('Alt+,')
  })
})

describe('what is refused', () => {
  test('keys of the system, of editing, of the focus, and fixed keys of the same view', () => {
    for (const keys of [
      'Mod+Q',
      'F11',
      'Alt+F4',
      'Mod+C',
      'Mod+Shift+Z',
      'Escape',
      'Tab',
      'Enter',
      'Mod+R',
      '5',
      'Meta+E',
    ])
      expect(refusalOf(keys, play, false), keys).not.toBeNull()
    expect(refusalOf('Mod+H', play, true)).not.toBeNull()
    expect(refusalOf('Mod+H', play, false)).toBeNull()
    expect(refusalOf('Mod+Alt+E', play, false)).not.toBeNull()
  })

  test('a fixed key of a list does not matter in the player', () => {
    expect(refusalOf('ArrowUp', sessionListShortcuts.group, false)).toContain('Row up')
    expect(refusalOf('ArrowUp', failure, false)).toBeNull()
  })

  test('chords that move the caret, only for shortcuts that work while typing', () => {
    expect(refusalOf('Mod+ArrowLeft', generalShortcuts.palette, false)).not.toBeNull()
    expect(refusalOf('Mod+ArrowLeft', play, false)).toBeNull()
  })

  test.each([true, false])('no default key that can be changed (on a Mac: %s)', (mac) => {
    const refused = allShortcuts.flatMap((one) =>
      one.fixed ? [] : one.keys.filter((keys) => refusalOf(keys, one, mac)),
    )
    expect(refused).toEqual([])
  })
})

describe('conflicts', () => {
  const named = (...list: Parameters<typeof conflictsOf>) => conflictsOf(...list).map(({ shortcut }) => shortcut.id)

  test('are those of the same view, of what is in several views, and of the frame', () => {
    expect(named(play, 'E', {}, false)).toEqual(['player.failure'])
    expect(named(play, 'A', {}, false)).toEqual(['session.archive'])
    expect(named(play, '?', {}, false)).toEqual(['general.shortcuts'])
    expect(named(play, 'G', {}, false)).toEqual([])
    expect(named(generalShortcuts.back, 'E', {}, false)).toEqual(['player.failure', 'cookies.export', 'json.expandAll'])
  })

  test('go by the keys in use, and Ctrl is Mod except on a Mac', () => {
    expect(named(play, 'E', { 'player.failure': ['Y'] }, false)).toEqual([])
    expect(named(play, 'Y', { 'player.failure': ['Y'] }, false)).toEqual(['player.failure'])
    expect(named(play, 'Mod+ArrowLeft', {}, false)).toEqual(['player.markBack'])
    expect(named(play, 'Mod+ArrowLeft', {}, true)).toEqual([])
  })

  test('a sign where this keyboard has it is the same key', () => {
    const slash = press({ key: '/', code: 'Digit7', shiftKey: true })
    expect(named(sessionListShortcuts.group, 'Shift+7', {}, false)).toEqual([])
    expect(named(sessionListShortcuts.group, 'Shift+7', {}, false, slash)).toEqual([filterShortcuts.filter.id])
  })

  test('replaced: the other loses this key alone, and none is left where it was the only one', () => {
    const conflicts = conflictsOf(theatre, '[', {}, false)
    expect(replaceKeys({}, theatre, ['['], conflicts, false)).toEqual({ [theatre.id]: ['['], [slower.id]: ['<'] })
    const only = conflictsOf(play, 'E', {}, false)
    expect(replaceKeys({}, play, ['E'], only, false)).toEqual({ [play.id]: ['E'], [failure.id]: [] })
  })

  test('what is the default again is not stored', () => {
    const changed = withKeys({}, play, ['Y'], false)
    expect(changed).toEqual({ [play.id]: ['Y'] })
    expect(withKeys(changed, play, ['Space', 'K'], false)).toEqual({})
  })
})

test('of stored keys, unknown ids, fixed shortcuts and invalid keys are named and left out', () => {
  const stored = {
    [play.id]: ['Y', 'Alt++'],
    [sessionShortcuts.pass.id]: [],
    'player.gone': ['G'],
    'list.up': ['W'],
    [failure.id]: ['Hyper+E'],
    [theatre.id]: ['Mod+Q'],
    [slower.id]: ['Shift+'],
    constructor: ['X'],
  }
  const { overrides, ignored } = readStored(stored, false)
  expect(overrides).toEqual({ [play.id]: ['Y', 'Alt++'], [sessionShortcuts.pass.id]: [] })
  expect(ignored.sort()).toEqual([
    'constructor',
    'list.up',
    'player.failure',
    'player.gone',
    'player.slower',
    'player.theatre',
  ])
})
