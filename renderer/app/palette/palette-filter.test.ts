import { expect, test } from 'vitest'
import { commandsOf, foldDigits, isMovement, matchesCommand } from './palette-filter.ts'

test('ten digits are shown as one range', () => {
  expect(foldDigits('0123456789'.split(''))).toEqual({ single: [], range: ['0', '9'] })
  expect(foldDigits(['Space', 'K'])).toEqual({ single: ['Space', 'K'], range: null })
  expect(foldDigits(['1', '2'])).toEqual({ single: ['1', '2'], range: null })
})

test('words in any order, by their beginnings', () => {
  expect(matchesCommand('', 'Go to settings')).toBe(true)
  expect(matchesCommand('sett go', 'Go to settings')).toBe(true)
  expect(matchesCommand('tt', 'Go to settings')).toBe(false)
  expect(matchesCommand('tting', 'Go to settings')).toBe(true)
  expect(matchesCommand('player loop', 'Loop on or off', 'Player')).toBe(true)
  expect(matchesCommand('theme x', 'Theme: dark')).toBe(false)
})

test('one command per act, none for acts with a key each', () => {
  const percent = Array.from({ length: 10 }, (_, n) => ({ keys: String(n), label: 'Jump to percent', group: 'Player' }))
  const play = ['Space', 'K'].map((keys) => ({ keys, label: 'Play or pause', group: 'Player' }))
  expect(commandsOf([...percent, ...play])).toEqual([play[0]])
})

test('movements are kept out of the open list', () => {
  expect(['ArrowUp', 'PageDown', 'Home', 'Esc'].every(isMovement)).toBe(true)
  expect(['Space', 'Shift+ArrowLeft', 'K', undefined].some(isMovement)).toBe(false)
})
