/**
 * The line break that keeps a text as it is when an editor takes it apart and joins it again. Where breaks are mixed it
 * is `\n`, and a lone `\r` stays a character that is shown: a source comes back byte for byte unless it was edited.
 */
export const lineBreakOf = (text: string): '\n' | '\r\n' => {
  const pairs = text.match(/\r\n/g)?.length ?? 0
  return pairs > 0 && pairs === text.match(/\n/g)?.length && pairs === text.match(/\r/g)?.length ? '\r\n' : '\n'
}

/** Two texts side by side: only where both use `\r\n` is it left out of the comparison. */
export const sharedLineBreak = (before: string, after: string): '\n' | '\r\n' => {
  const breaks = new Set([before, after].filter((text) => /[\r\n]/.test(text)).map(lineBreakOf))
  return breaks.size === 1 && breaks.has('\r\n') ? '\r\n' : '\n'
}
