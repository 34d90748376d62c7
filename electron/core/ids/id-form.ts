/** What a list of ids is about, and where its ids are found. */
export type IdKind = {
  /** Names of a column, lower case; the leftmost one of the first group counts, then of the second. */
  columns: readonly (readonly string[])[]
  /** Fields of a JSON object; the first that holds a text or a whole number counts. */
  keys: readonly string[]
  /** In the path of an address, the id follows. */
  inPath: RegExp
  /** Every address with a UUID names one, whatever comes before it. */
  uuidAnywhere: boolean
}

export const ID_KINDS = {
  session: {
    columns: [
      ['session_id', 'sessionid', 'session', 'sessions'],
      ['id', 'ids'],
    ],
    keys: ['session_id', 'sessionId', 'session', 'id'],
    inPath: /\/sessions?\/([^/?#]+)/i,
    uuidAnywhere: true,
  },
  // Lists of sessions name profiles too: what is called profile goes before a plain id.
  profile: {
    columns: [
      ['profile_id', 'profileid', 'profile', 'profiles'],
      ['id', 'ids'],
    ],
    keys: ['profile_id', 'profileId', 'profile', 'id'],
    inPath: /\/profiles?\/([^/?#]+)/i,
    uuidAnywhere: false,
  },
} as const satisfies Record<string, IdKind>

/**
 * Something that was found where an id may be: `id` as it is to be asked for, or the text that is none. `word`: letters
 * alone, which may be prose as well.
 */
export type Found = { id: string; word?: boolean } | { invalid: string }

/** The bound of the contract (sessionIdModel). UTF-16 units. */
const LONGEST = 1_024
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
/** One word of letters, digits and the signs of UUIDs, slugs, Base64 and e-mail addresses; nothing that leads along a path. */
const TOKEN = /^[\p{L}\p{N}_-][\p{L}\p{N}\p{M}_.:~+=@-]*$/u
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i

export const isToken = (text: string): boolean => text.length <= LONGEST && TOKEN.test(text)
export const isAddress = (text: string): boolean => ADDRESS.test(text)
/** A word of prose has neither a digit nor a sign inside. */
const isWord = (text: string): boolean => /^[\p{L}\p{M}]+$/u.test(text)
export const uuidsIn = (text: string): string[] => text.match(UUID) ?? []

/** The id that an address names, as it is written there: its last UUID, else the part after `sessions/` or `profiles/`. */
const idOfAddress = (address: string, kind: IdKind): string | null => {
  const uuid = kind.uuidAnywhere ? uuidsIn(address).at(-1) : undefined
  if (uuid !== undefined) return uuid
  const inPath = kind.inPath.exec(address)?.[1]
  if (!inPath) return null
  try {
    const decoded = decodeURIComponent(inPath)
    return uuidsIn(decoded).at(-1) ?? (isToken(decoded) ? decoded : null)
  } catch {
    return null // a broken percent-encoding
  }
}

/** One piece of a list: an address, a token taken whole, or something with a UUID in it. */
export const findIn = (piece: string, kind: IdKind): Found => {
  if (isAddress(piece)) {
    const id = idOfAddress(piece, kind)
    return id === null ? { invalid: piece } : { id }
  }
  if (isToken(piece)) return { id: piece, word: isWord(piece) }
  const uuid = uuidsIn(piece).at(-1)
  return uuid === undefined ? { invalid: piece } : { id: uuid }
}

/** What is named an id by its field or its quotes: any text the contract takes, as it is. */
export const takeWhole = (text: string, kind: IdKind): Found => {
  if (isAddress(text)) return findIn(text, kind)
  return text !== '' && text.length <= LONGEST ? { id: text } : { invalid: text }
}

/** An id as one line of a list, so that a reader of lists takes it as it is: in JSON's quotes where it is no plain token. */
export const idLine = (id: string): string => (isToken(id) && !isWord(id) ? id : JSON.stringify(id))
