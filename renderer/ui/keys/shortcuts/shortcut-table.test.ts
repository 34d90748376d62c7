import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { normalKeys } from '../key-binding.ts'
import { playerShortcuts } from './player-shortcuts.ts'
import { allShortcuts, overlap } from './shortcut-table.ts'
import { generalShortcuts, itemShortcuts, listShortcuts, sessionShortcuts } from './start-shortcuts.ts'

const parts = import.meta.glob<Record<string, Record<string, { id: string }>>>('./*-shortcuts.ts', { eager: true })

describe('the table of shortcuts', () => {
  test('has every part, each id once', () => {
    const made = Object.values(parts).flatMap((part) =>
      Object.values(part).flatMap((group) => Object.values(group).map(({ id }) => id)),
    )
    const ids = allShortcuts.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect([...ids].sort()).toEqual([...new Set(made)].sort())
  })

  test.each([false, true])('has no keys twice where both could be meant (on a Mac: %s)', (mac) => {
    const conflicts = allShortcuts.flatMap((one, at) =>
      allShortcuts.slice(at + 1).flatMap((other) => {
        if (!overlap(one, other) || (one.fixed && other.fixed)) return []
        const keys = new Set(one.keys.map((each) => normalKeys(each, mac)))
        return other.keys.filter((each) => keys.has(normalKeys(each, mac))).map((each) => [one.id, other.id, each])
      }),
    )
    expect(conflicts).toEqual([])
  })

  test('knows what is on screen together', () => {
    expect(overlap(playerShortcuts.play, sessionShortcuts.pass)).toBe(true)
    expect(overlap(playerShortcuts.play, generalShortcuts.palette)).toBe(true)
    expect(overlap(playerShortcuts.play, listShortcuts.up)).toBe(false)
    expect(overlap(itemShortcuts.remove, generalShortcuts.palette)).toBe(false)
  })
})

const named: Record<string, string> = { '←': 'ArrowLeft', '→': 'ArrowRight', '↑': 'ArrowUp', '↓': 'ArrowDown' }
/** A key as documents write it: `Shift+1`, `⌘⇧C`, `↑`. Other words in code are commands and files. */
const written = /^(?:Ctrl\+|Shift\+|Alt\+|⌘|⇧|⌥)*(?:[A-Z0-9?/,.]|Space|Enter|Esc|F\d+|[←→↑↓])$/

test('every key that the README names exists', () => {
  const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8')
  const codes = [...readme.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code).filter((code) => written.test(code))
  expect(codes).toContain('Space')
  const known = new Set(allShortcuts.flatMap(({ keys }) => keys.map((one) => normalKeys(one, false))))
  const unknown = codes.filter((code) => {
    const keys = code
      .replace('⌘', 'Mod+')
      .replace('⇧', 'Shift+')
      .replace('⌥', 'Alt+')
      .replace(/[←→↑↓]/, (arrow) => named[arrow] ?? '')
    return !known.has(normalKeys(keys, false))
  })
  expect(unknown).toEqual([])
})
