/**
 * The lines of a playlist, or null when the text is none (P05). One byte-order mark and blank lines in
 * front are dropped (P01), every line end counts (P02), and blanks around a line never become part of a
 * signature (P03).
 */
export const playlistLines = (text: string): string[] | null => {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const first = lines[0]
  return first !== undefined && /^#EXTM3U(?=$|\s)/.test(first) ? lines.slice(1) : null
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
