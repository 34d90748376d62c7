import { expect, it } from 'vitest'
import { jumpOf } from './version-jump.ts'

const of = (version: string | null, sourceFunctionId: string | null = null) => ({ version, sourceFunctionId })

it.each([
  [null, of('9'), null],
  [of('7'), of('8'), null],
  [of('7'), of('9'), { from: '7', to: '9' }],
  [of('7'), of('7'), null],
  [of('7'), of('3'), null],
  [of(null), of('9'), null],
  [of('7'), of(null), null],
  [of('7a'), of('9'), null],
  [of('1.2'), of('1.9'), null],
  [of('7', 'fn-a'), of('8', 'fn-a'), null],
  [of('7', 'fn-a'), of('8', 'fn-b'), { from: 'fn-a', to: 'fn-b' }],
  [of('7', 'fn-a'), of('8', null), null],
  [of('9'.repeat(40)), of(`1${'0'.repeat(40)}`), null],
])('E04: from %j to %j: %j', (before, after, expected) => expect(jumpOf(before, after)).toEqual(expected))
