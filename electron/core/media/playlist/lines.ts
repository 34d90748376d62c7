/** Eight for each of the most segments that are read: its length, range, key, init section, time and address, and two more. */
export const MOST_LINES = 200_000
/** Lines or segments between two steps, a few milliseconds of work. */
export const STEP = 400

/**
 * The lines of a playlist, or null when the text is none (P05), at most one more than MOST_LINES. One byte-order mark and
 * blank lines in front are dropped (P01), every line end counts (P02), and blanks around a line never become part of a
 * signature (P03).
 */
export const lineSteps = function* (text: string): Generator<undefined, string[] | null> {
  const lines: string[] = []
  let headed = false
  let looked = 0
  for (const [found] of text.matchAll(/[^\r\n]+/g)) {
    if (++looked % STEP === 0) yield
    const line = found.trim() // a byte-order mark counts as a blank
    if (line === '') continue
    if (!headed && !/^#EXTM3U(?=$|\s)/.test(line)) return null
    if (headed) lines.push(line)
    headed = true
    if (lines.length > MOST_LINES || looked > 2 * MOST_LINES) break
  }
  return headed ? lines : null
}

/** `#NAME:value` → name and value; a tag without a value has an empty one. Null for addresses and comments. */
export const readTag = (line: string): { name: string; value: string } | null => {
  if (!line.startsWith('#EXT')) return null
  const colon = line.indexOf(':')
  return colon < 0
    ? { name: line.slice(1).trim(), value: '' }
    : { name: line.slice(1, colon).trim(), value: line.slice(colon + 1).trim() }
}

/** Attribute lists (RFC 8216, 4.2): quoted values keep every character between the quotes, commas too. */
export const readAttributes = (value: string): Map<string, string> => {
  const found = new Map<string, string>()
  for (const match of value.matchAll(/(?<![A-Z0-9-])([A-Z0-9-]+)\s*=\s*(?:"([^"]*)"|([^,]*))/g)) {
    const [, name = '', quoted, bare] = match
    if (!found.has(name)) found.set(name, quoted ?? (bare ?? '').trim())
  }
  return found
}
