import { Chunk } from '@codemirror/merge'
import { Text } from '@codemirror/state'
import { expect, it } from 'vitest'
import { countLines } from './diff-parts.ts'

const counts = (before: string, after: string) => {
  const [a, b] = [before, after].map((text) => Text.of(text.split('\n'))) as [Text, Text]
  const { added, removed } = countLines(Chunk.build(a, b), a, b)
  return [added, removed]
}

// The figures of `git diff --no-index --numstat`.
it.each([
  ['', '', 0, 0],
  ['', 'a\n', 1, 0],
  ['a\n', '', 0, 1],
  ['a\nb\n', 'a\nb\nc\n', 1, 0],
  ['a\nb\n', 'a\nb\n    # k', 1, 0],
  ['a\nb\nc\n', 'a\nc\n', 0, 1],
  ['a\nb\nc\n', 'a\nB\nc\n', 1, 1],
  ['a\n', 'a', 1, 1],
  ['a\n\n\nb\n', 'a\nb\n', 0, 2],
])('from %j to %j: +%i −%i', (before, after, added, removed) => expect(counts(before, after)).toEqual([added, removed]))
