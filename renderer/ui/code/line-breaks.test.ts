import { EditorState } from '@codemirror/state'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineBreakOf, sharedLineBreak } from './line-breaks.ts'

describe('lineBreakOf', () => {
  it.each([
    ['', '\n'],
    ['one line', '\n'],
    ['a\nb\n', '\n'],
    ['a\r\nb\r\n', '\r\n'],
    ['a\r\nb\n', '\n'],
    ['a\r\nb\rc', '\n'],
    ['a\rb', '\n'],
  ] as const)('%j is joined by %j', (text, expected) => expect(lineBreakOf(text)).toBe(expected))

  it('an editor gives every text back as it was', () => {
    const part = fc.constantFrom('\r', '\n', '\r\n', 'x', 'é', '\u2028', '')
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const text = parts.join('')
        const state = EditorState.create({ doc: text, extensions: EditorState.lineSeparator.of(lineBreakOf(text)) })
        expect(state.sliceDoc()).toBe(text)
      }),
    )
  })
})

describe('sharedLineBreak', () => {
  it.each([
    ['a\r\nb', 'a\r\nc', '\r\n'],
    ['a\r\nb', 'a\nb', '\n'],
    ['a\r\nb', 'one line', '\r\n'],
    ['', '', '\n'],
  ] as const)('%j beside %j is split at %j', (before, after, expected) =>
    expect(sharedLineBreak(before, after)).toBe(expected),
  )
})
