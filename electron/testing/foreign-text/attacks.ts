/** One character for each class a pattern may name. */
const CLASSES: [RegExp, string[]][] = [
  [/\\s|\\S|\\p\{Z/, [' ', '\n', '\t']],
  [/\\d|0-9/, ['1']],
  [/\\w|[a-z]-[a-z]|\\p\{L|\./i, ['a']],
  [/\\p\{C|Ignorable|\\0|\\u00/, ['\u200b', '\u0001']],
  [/Extended_Pictographic/, ['\u{1f468}', '\u{1f468}\u200d', '\u200d']],
  [/\\p\{M/, ['\u0301']],
  [/Script=/, ['\u4e00']],
]

/** Literal characters of the pattern, in the order they occur. */
const literals = (source: string): string[] => {
  const plain = source
    .replace(/\\[pP]\{[^}]*\}|\\[dDsSwWbB]|\\u\{?[0-9a-fA-F]+\}?|\\x[0-9a-fA-F]{2}|\(\?(?:<?[=!:]|<\w+>)/g, ' ')
    .replace(/\{\d*,?\d*\}/g, ' ')
  return [...new Set([...plain.matchAll(/\\(.)|([^\\()[\]*+?^$|.\s])/gu)].map(([, a, b]) => a ?? b ?? ''))]
    .map((sign) => (sign === 'n' || sign === 'r' ? '\n' : sign))
    .filter(Boolean)
}

/** Words of the pattern: what an alternative or a prefix needs to begin. */
const words = (source: string): string[] => [
  ...new Set(source.replace(/\\[bBdDsSwW]/g, ' ').match(/[A-Za-z]{2,}[=:]?/g) ?? []),
]

const fill = (unit: string) => (length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

export type Attack = { name: string; make: (length: number) => string }

/**
 * Texts that make a pattern work hard: each of its characters again and again, pairs of them, its words with what may
 * are in between, each with a beginning that matches and an end that does not.
 */
export const attacksOn = (source: string): Attack[] => {
  const signs = [
    ...new Set([
      ...CLASSES.filter(([names]) => names.test(source)).flatMap(([, some]) => some),
      ...literals(source).filter((sign) => !/[A-Za-z0-9]/.test(sign)),
      ...['a', ' ', '.', '-', '/'],
    ]),
  ].slice(0, 16)
  const heads = words(source).slice(0, 8)
  const units = [
    ...signs,
    ...signs.slice(0, 8).flatMap((a) =>
      signs
        .slice(0, 8)
        .filter((b) => b !== a)
        .map((b) => a + b),
    ),
    ...heads.flatMap((word) => [word, `${word} `, `-${word}`, `.${word}`, `"${word}`, `${word}${'a'.repeat(9)}`]),
    ...heads.slice(0, 4).flatMap((word) => signs.map((sign) => word + sign)),
    ...heads.slice(0, 3).map((word) => `-${word}aaaaaaa`),
  ]
  const ends = ['', '\u0007!']
  const begin = ['', 'x\u0007']
  const repeated = [...new Set(units)].flatMap((unit) =>
    ends.flatMap((end) =>
      begin
        .filter((start) => start === '' || end !== '')
        .map((start) => ({
          name: JSON.stringify(start + unit + end),
          make: (length: number) => start + fill(unit)(length) + end,
        })),
    ),
  )
  const led = heads.slice(0, 4).flatMap((head) =>
    signs.map((sign) => ({
      name: JSON.stringify(`${head}${sign}…`),
      make: (length: number) => `${head}${fill(sign)(length)}\u0007`,
    })),
  )
  return [...repeated, ...led]
}
