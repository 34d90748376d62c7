import { stripTypeScriptTypes } from 'node:module'

/** One token of a file changed: `at` is its offset. */
export type TokenMutant = { file: string; at: number; from: string; to: string; line: number }

/** What each token becomes. Blanks around an operator tell it from brackets of types and arrows. */
const SWAPS: Record<string, string> = {
  ' === ': ' !== ',
  ' !== ': ' === ',
  ' < ': ' >= ',
  ' > ': ' <= ',
  ' <= ': ' > ',
  ' >= ': ' < ',
  ' && ': ' || ',
  ' || ': ' && ',
  ' ?? ': ' && ',
  ' + ': ' - ',
  ' - ': ' + ',
  ' += ': ' -= ',
  true: 'false',
  false: 'true',
  'if (!': 'if (',
  'return !': 'return ',
}
const TOKEN = / (?:===|!==|<=?|>=?|&&|\|\||\?\?|\+=?|-) |\b(?:true|false)\b|\b(?:if \(|return )!/g
/** Comments, texts and templates, in which a token is none. */
const MASKED = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`/g

/** Every mutant of a source, in its order. Types are blanked first: nobody runs them. */
export const tokensOf = (file: string, source: string): TokenMutant[] => {
  const code = stripTypeScriptTypes(source).replace(MASKED, (text) => text.replace(/[^\n]/g, ' '))
  return [...code.matchAll(TOKEN)].flatMap(({ 0: from, index: at }) => {
    const to = SWAPS[from]
    const same = source.startsWith(from, at)
    return to === undefined || !same ? [] : [{ file, at, from, to, line: source.slice(0, at).split('\n').length }]
  })
}

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
const randomOf = (seed: number): (() => number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** `count` of them, none twice, selected by the seed. */
export const sampleOf = <T>(all: readonly T[], count: number, seed: number): T[] => {
  const random = randomOf(seed)
  const left = [...all]
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat()
}

export const mutated = (source: string, { at, from, to }: TokenMutant): string =>
  source.slice(0, at) + to + source.slice(at + from.length)
