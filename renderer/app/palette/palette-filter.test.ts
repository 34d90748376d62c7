import { expect, test } from 'vitest'
import { digitShortcuts, playerShortcuts } from '../../ui/keys/shortcuts/player-shortcuts.ts'
import { listShortcuts, rowShortcuts, selectShortcuts } from '../../ui/keys/shortcuts/start-shortcuts.ts'
import { commandsOf, groupBindings, isMovement, matchesCommand } from './palette-filter.ts'

test('words in any order, by their beginnings', () => {
  expect(matchesCommand('', 'Go to settings')).toBe(true)
  expect(matchesCommand('sett go', 'Go to settings')).toBe(true)
  expect(matchesCommand('tt', 'Go to settings')).toBe(false)
  expect(matchesCommand('tting', 'Go to settings')).toBe(true)
  expect(matchesCommand('player loop', 'Loop on or off', 'Player')).toBe(true)
  expect(matchesCommand('theme x', 'Theme: dark')).toBe(false)
})

const play = { shortcut: playerShortcuts.play }

test('one command for each action, none for a key of each value', () => {
  expect(commandsOf([{ shortcut: digitShortcuts.percent }, play, play])).toEqual([play])
  const named = { shortcut: playerShortcuts.play, label: 'Play all' }
  expect(commandsOf([play, named])).toEqual([play, named])
})

test('movements are kept out of the open list', () => {
  const { up, pageDown, first, clear, open } = listShortcuts
  expect([up, pageDown, first, clear, playerShortcuts.screenBack].every(isMovement)).toBe(true)
  expect([open, playerShortcuts.play, playerShortcuts.back1].some(isMovement)).toBe(false)
})

test('keys of one action share a row', () => {
  const { flip } = rowShortcuts
  const { flipAlways } = selectShortcuts
  expect(groupBindings([{ shortcut: flip }, play, { shortcut: flipAlways }, { shortcut: flip }])).toEqual([
    { group: 'Lists', rows: [{ label: flip.label, shortcuts: [flip, flipAlways] }] },
    { group: 'Playback', rows: [{ label: 'Play or pause', shortcuts: [playerShortcuts.play] }] },
  ])
})
