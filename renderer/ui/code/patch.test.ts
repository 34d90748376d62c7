import { Text } from '@codemirror/state'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chunksOf, countLines } from './diff-parts.ts'
import { type Patch, type PatchLine, patchOf, stretchesOf } from './patch.ts'

const textOf = (text: string) => Text.of(text.split('\n'))
const patch = (before: string, after: string): Patch => {
  const [a, b] = [textOf(before), textOf(after)]
  return patchOf(chunksOf(a, b), a, b)
}
const SIGNS = { same: ' ', removed: '-', added: '+' } as const
/** As `git diff -U1000` writes it, with the numbers of both sides. */
const written = ({ texts, lines, unended }: Patch): string[] =>
  lines.map(
    ({ kind, before, after }, index) =>
      `${before ?? '_'} ${after ?? '_'} ${SIGNS[kind]}${texts[index]}${unended.includes(index) ? ' ⌀' : ''}`,
  )

describe('patchOf', () => {
  it.each([
    ['a\nb\nc\n', 'a\nB\nc\n', ['1 1  a', '2 _ -b', '_ 2 +B', '3 3  c']],
    ['a\nb\n', 'a\nb\nc\n', ['1 1  a', '2 2  b', '_ 3 +c']],
    ['a\nb\nc\n', 'a\nc\n', ['1 1  a', '2 _ -b', '3 2  c']],
    ['', 'a\n', ['_ 1 +a']],
    ['\na\n', '\n\na\n', ['1 1  ', '_ 2 +', '2 3  a']],
    ['a\n', '', ['1 _ -a']],
    ['', '', []],
    ['a\n', 'a', ['1 _ -a', '_ 1 +a ⌀']],
    ['a', 'a\nb', ['1 _ -a', '_ 1 +a', '_ 2 +b']],
    ['\n  a\n', '\na\n\n  a\n', ['1 1  ', '_ 2 +a', '_ 3 +', '2 4    a']],
    ['x\na\n', 'a\n', ['1 _ -x', '2 1  a']],
    ['a\n\n\nb\n', 'a\nb\n', ['1 1  a', '2 _ -', '3 _ -', '4 2  b']],
  ])('%j to %j', (before, after, lines) => expect(written(patch(before, after))).toEqual(lines))

  it('marks the words that changed, also where only blanks did', () => {
    const { words, texts } = patch('a\n    x = 1\n', 'a\n\tx = 1\n')
    const all = texts.join('\n')
    expect(words.map(({ from, to }) => all.slice(from, to))).toEqual(['    ', '\t'])
  })

  it('either side can be read out of it whole, and the counts are those of the lines', () => {
    const text = fc.array(fc.constantFrom('a', 'b', '', '  a'), { maxLength: 12 }).map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { texts, lines } = patch(before, after)
        const side = (without: PatchLine['kind']) => texts.filter((_, index) => lines[index]?.kind !== without)
        const whole = (source: string) => (source.endsWith('\n') ? source.slice(0, -1) : source).split('\n')
        const shown = (source: string) => (source === '' ? [] : whole(source))
        expect(side('added')).toEqual(shown(before))
        expect(side('removed')).toEqual(shown(after))
        const [a, b] = [textOf(before), textOf(after)]
        const { added, removed } = countLines(chunksOf(a, b), a, b)
        expect(lines.filter(({ kind }) => kind === 'added')).toHaveLength(added)
        expect(lines.filter(({ kind }) => kind === 'removed')).toHaveLength(removed)
        lines.forEach(({ before: was, after: is }, index) => {
          if (was !== null) expect(a.line(was).text).toBe(texts[index])
          if (is !== null) expect(b.line(is).text).toBe(texts[index])
        })
      }),
      { numRuns: 2_000 },
    )
  })
})

it('folds stretches without a change, three lines away from every change', () => {
  const same = (count: number): PatchLine[] => Array(count).fill({ kind: 'same', before: 1, after: 1 })
  const added: PatchLine = { kind: 'added', before: null, after: 1 }
  const options = { margin: 3, least: 6 }
  expect(stretchesOf([...same(20), added, ...same(11), added, ...same(12), added, ...same(9)], options)).toEqual([
    { first: 0, last: 16 },
    { first: 36, last: 41 },
    { first: 49, last: 54 },
  ])
  expect(stretchesOf([added, ...same(8)], options)).toEqual([])
})
