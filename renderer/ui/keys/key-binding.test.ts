import { describe, expect, test } from 'vitest'
import { ariaKeys, type KeyLike, keyCaps, matchesKeys, parseKeys, yieldsTo } from './key-binding.ts'

const press = (event: Partial<KeyLike> & { key: string; code: string }): KeyLike => ({
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...event,
})

describe('matching', () => {
  test('letters go by position: on AZERTY the key at Q types a', () => {
    expect(matchesKeys('Q', press({ key: 'a', code: 'KeyQ' }), false)).toBe(true)
    expect(matchesKeys('A', press({ key: 'a', code: 'KeyQ' }), false)).toBe(false)
    expect(matchesKeys('K', press({ key: 'л', code: 'KeyK' }), false)).toBe(true)
  })

  test('modifiers are exact for letters', () => {
    expect(matchesKeys('N', press({ key: 'N', code: 'KeyN', shiftKey: true }), false)).toBe(false)
    expect(matchesKeys('Shift+N', press({ key: 'N', code: 'KeyN', shiftKey: true }), false)).toBe(true)
    expect(matchesKeys('S', press({ key: 's', code: 'KeyS', ctrlKey: true }), false)).toBe(false)
    expect(matchesKeys('S', press({ key: 's', code: 'KeyS', altKey: true }), false)).toBe(false)
  })

  test('signs go by character, however they are typed', () => {
    expect(matchesKeys('?', press({ key: '?', code: 'Slash', shiftKey: true }), false)).toBe(true)
    expect(matchesKeys('?', press({ key: '?', code: 'Minus', shiftKey: true }), false)).toBe(true)
    expect(matchesKeys('<', press({ key: '<', code: 'IntlBackslash' }), false)).toBe(true)
    const altGr = press({ key: '[', code: 'Digit8', ctrlKey: true, altKey: true, getModifierState: () => true })
    expect(matchesKeys('[', altGr, false)).toBe(true)
    expect(matchesKeys('8', altGr, false)).toBe(false)
    expect(matchesKeys('[', press({ key: '[', code: 'BracketLeft', ctrlKey: true }), false)).toBe(false)
  })

  test('signs with Alt go by position on a Mac, where Alt types another character', () => {
    const comma = press({ key: '≤', code: 'Comma', altKey: true })
    expect([matchesKeys('Alt+,', comma, true), matchesKeys('Alt+.', comma, true)]).toEqual([true, false])
    expect(matchesKeys(',', comma, true)).toBe(false)
    expect(matchesKeys('Alt+,', press({ key: ',', code: 'Comma', altKey: true }), false)).toBe(true)
    expect(matchesKeys('Alt+,', press({ key: ',', code: 'Comma' }), true)).toBe(false)
  })

  test('Mod is Ctrl here and Command on a Mac', () => {
    const ctrl = press({ key: 'k', code: 'KeyK', ctrlKey: true })
    const meta = press({ key: 'k', code: 'KeyK', metaKey: true })
    expect([matchesKeys('Mod+K', ctrl, false), matchesKeys('Mod+K', meta, false)]).toEqual([true, false])
    expect([matchesKeys('Mod+K', ctrl, true), matchesKeys('Mod+K', meta, true)]).toEqual([false, true])
  })

  test('named keys and digits', () => {
    expect(matchesKeys('Shift+ArrowLeft', press({ key: 'ArrowLeft', code: 'ArrowLeft', shiftKey: true }), false)).toBe(
      true,
    )
    expect(matchesKeys('ArrowLeft', press({ key: 'ArrowLeft', code: 'ArrowLeft', shiftKey: true }), false)).toBe(false)
    expect(matchesKeys('Space', press({ key: ' ', code: 'Space' }), false)).toBe(true)
    expect(matchesKeys('Esc', press({ key: 'Escape', code: 'Escape' }), false)).toBe(true)
    expect(matchesKeys('7', press({ key: '7', code: 'Numpad7' }), false)).toBe(true)
    expect(matchesKeys('7', press({ key: 'Home', code: 'Numpad7' }), false)).toBe(false)
    expect(matchesKeys('1', press({ key: '&', code: 'Digit1' }), false)).toBe(true)
  })

  test('a plus sign can be bound', () => {
    expect(parseKeys('Mod++').key).toBe('+')
    expect(matchesKeys('+', press({ key: '+', code: 'Equal', shiftKey: true }), false)).toBe(true)
  })
})

describe('giving way', () => {
  test('typing and dialogs keep all keys, but for chords and function keys that say so', () => {
    expect(yieldsTo('typing', 'N')).toBe(true)
    expect(yieldsTo('typing', 'Mod+K')).toBe(true)
    expect(yieldsTo('typing', 'Mod+K', true)).toBe(false)
    expect(yieldsTo('typing', 'F3', true)).toBe(false)
    expect(yieldsTo('dialog', 'Mod+K', true)).toBe(true)
    expect(yieldsTo('menu', 'ArrowDown')).toBe(true)
  })

  test('what types a character gives way while typing, whatever the shortcut says', () => {
    expect(['/', 'Shift+F', 'F', 'Space'].every((keys) => yieldsTo('typing', keys, true))).toBe(true)
  })

  test('a focused button keeps Space and Enter alone', () => {
    expect(yieldsTo('pressable', 'Space')).toBe(true)
    expect(yieldsTo('pressable', 'Enter')).toBe(true)
    expect(yieldsTo('pressable', 'K')).toBe(false)
    expect(yieldsTo('pressable', 'ArrowLeft')).toBe(false)
    expect(yieldsTo('none', 'Space')).toBe(false)
  })
})

describe('for people', () => {
  test('caps', () => {
    expect(keyCaps('Mod+K', false)).toEqual(['Ctrl', 'K'])
    expect(keyCaps('Mod+K', true)).toEqual(['⌘', 'K'])
    expect(keyCaps('Shift+ArrowLeft', false)).toEqual(['Shift', '←'])
    expect(keyCaps('<', false)).toEqual(['<'])
  })

  test('aria-keyshortcuts', () => {
    expect(ariaKeys(['Mod+Shift+K', '+'], false)).toBe('Control+Shift+K Plus')
    expect(ariaKeys(['Mod+K'], true)).toBe('Meta+K')
    expect(ariaKeys([], false)).toBeUndefined()
  })
})
