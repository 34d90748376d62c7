const LINE_COMMENT = /^\s*\/\/.*$/gm
/** The first text after `test(`, `describe(`, `it(` or after the rows of `each`; skipped ones do not count. */
const TITLE =
  /(?:\b(?:test|it|describe)(?:\.(?!skip|todo|fixme|each)\w+)?|\]\)|\)|as const\))\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)\s*,/g

const unescaped = (text: string): string => text.replace(/\\(.)/g, '$1')

/** The titles of the tests and groups in the source of a test file, as they are written there. */
export const titlesIn = (source: string): string[] =>
  [...source.replace(LINE_COMMENT, '').matchAll(TITLE)].map(([, single, double, back]) =>
    unescaped(single ?? double ?? back ?? ''),
  )

/** A pattern for vitest's `-t` that finds the tests of a title, whatever its placeholders (`%s`, `$name`) stand for. */
export const titlePattern = (title: string): string =>
  title
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replace(/%[.\d]*[sdifjoO]/g, '.*')
    .replace(/\\\$\w+/g, '.*')
    .replaceAll('%%', '%')
