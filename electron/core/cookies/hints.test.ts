import { expect, test } from 'vitest'
import { signInHints } from './hints.ts'
import { hashesOf, readOf, record } from './testing/made-cookies.ts'

const csrf = (value: string) => record('csrf', value, { days: null })
const IN = [
  readOf([record('sid', 's-1'), csrf('1'), record('lang', 'en'), record('logged_in', 'yes'), record('trust', 't')]),
  readOf([record('sid', 's-2'), csrf('2'), record('lang', 'en'), record('logged_in', 'yes')]),
]
const OUT = [
  readOf([csrf('3'), record('lang', 'en'), record('logged_in', 'no')]),
  // The session's cookie is still there, but over.
  readOf([record('sid', 's-1', { days: -1 }), csrf('4'), record('lang', 'en'), record('logged_in', 'no')]),
]
const brief = (hints: ReturnType<typeof signInHints>) => hints.hints.map(({ name, confidence }) => [name, confidence])

test('what is in every signed-in snapshot and alive in no signed-out one is strong; what never changes says nothing', () => {
  const said = signInHints(IN, OUT)
  expect(said).toMatchObject({ signedIn: 2, signedOut: 2, valuesCompared: true })
  expect(brief(said)).toEqual([
    ['logged_in', 'strong'],
    ['sid', 'strong'],
    ['csrf', 'weak'],
    ['trust', 'weak'],
  ])
  expect(said.hints.map(({ why }) => why)).toEqual([
    'Same value in all 2 snapshots signed in, a different value signed out.',
    'Present in all 2 snapshots signed in, absent or expired in all 2 snapshots signed out.',
    'Always present, but with different values signed in and signed out.',
    'Present in 1 of 2 snapshots signed in, none signed out.',
  ])
})

test.each([
  [1, 1],
  [2, 1],
  [1, 2],
])('%i signed in and %i signed out are not enough for a strong hint', (signedIn, signedOut) => {
  const hints = brief(signInHints(IN.slice(0, signedIn), OUT.slice(0, signedOut)))
  expect(hints).toContainEqual(['sid', 'weak'])
  expect(hints.map(([, confidence]) => confidence)).not.toContain('strong')
})

test('seen more often signed in than signed out is weak, and says how often', () => {
  const out = [...OUT, readOf([record('sid', 's-9')])]
  expect(signInHints(IN, out).hints.find(({ name }) => name === 'sid')).toMatchObject({
    confidence: 'weak',
    why: 'Always present, but with different values signed in and signed out.',
  })
  const same = [...OUT, readOf([record('sid', 's-1')])]
  expect(signInHints(IN, same).hints.find(({ name }) => name === 'sid')).toMatchObject({
    confidence: 'weak',
    why: 'Present in 2 of 2 snapshots signed in, in 1 of 3 snapshots signed out.',
  })
})

test('with hashes among them only presence counts, and the result says so', () => {
  const said = signInHints([hashesOf(IN[0] ?? readOf([]), Buffer.alloc(32, 1)), ...IN.slice(1)], OUT)
  expect(said.valuesCompared).toBe(false)
  expect(brief(said)).toEqual([
    ['sid', 'strong'],
    ['trust', 'weak'],
  ])
})

test('without a snapshot of both kinds there is nothing to say; a value is never told', () => {
  expect(signInHints(IN, [])).toMatchObject({ signedIn: 2, signedOut: 0, hints: [] })
  const planted = (value: string) => [readOf([record('sid', value)])]
  expect(JSON.stringify(signInHints(planted('planted-1'), planted('planted-2')))).not.toContain('planted')
})
