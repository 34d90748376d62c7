import { setImmediate as nextTurn } from 'node:timers/promises'

/** Ids found in a text, in order and without repetition, and how many pieces were no id. */
export type ParsedIds = { ids: string[]; unusable: number }

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
/** Ids are opaque (contract, sessionIdModel); these are the characters seen in public ones. */
const PLAIN_ID = /^[A-Za-z0-9][A-Za-z0-9_.:~-]{2,255}$/

type Kind = {
  /** Names of a column, lower case; the leftmost one of the first group counts, then of the second. */
  columns: readonly string[][]
  /** Fields of a JSON object, the first that is there. */
  keys: readonly string[]
  /** In the path of an address, the id follows. */
  inPath: RegExp
  /** Every address with a UUID names one, whatever stands before it. */
  uuidAnywhere: boolean
}
const KINDS = {
  session: {
    columns: [['session_id', 'sessionid', 'session', 'id', 'ids', 'sessions']],
    keys: ['session_id', 'sessionId', 'id', 'session'],
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
} as const satisfies Record<string, Kind>

const MAX_JSON_DEPTH = 8
/** About 10 ms. */
const PIECES_PER_TURN = 4_000

const lastUuid = (piece: string): string | null => piece.match(UUID)?.at(-1)?.toLowerCase() ?? null

/**
 * One piece of text → an id, or null. An address of a session counts by its last UUID, else by the part after
 * `session(s)`; one of a profile by the part after `profile(s)` alone, since it may name other things before and after.
 */
const idOf = (piece: string, kind: Kind): string | null => {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(piece)
  const uuid = address && !kind.uuidAnywhere ? null : lastUuid(piece)
  if (uuid !== null) return uuid
  if (address) {
    const inPath = kind.inPath.exec(piece)?.[1]
    if (!inPath) return null
    try {
      const decoded = decodeURIComponent(inPath)
      return lastUuid(decoded) ?? (PLAIN_ID.test(decoded) ? decoded : null)
    } catch {
      return null // a broken percent-encoding
    }
  }
  return PLAIN_ID.test(piece) ? piece : null
}

/** Walks JSON: strings in arrays and the id field of objects; other fields of an object are not ids. */
const jsonPieces = (value: unknown, kind: Kind, depth: number, out: string[]): void => {
  if (depth > MAX_JSON_DEPTH) return
  if (typeof value === 'string') out.push(value)
  else if (typeof value === 'number') out.push(String(value))
  else if (Array.isArray(value)) for (const item of value) jsonPieces(item, kind, depth + 1, out)
  else if (value !== null && typeof value === 'object') {
    const record = value as Record<string, unknown>
    const own = kind.keys.find((key) => typeof record[key] === 'string')
    if (own !== undefined) out.push(record[own] as string)
    else
      for (const item of Object.values(record))
        if (item !== null && typeof item === 'object') jsonPieces(item, kind, depth + 1, out)
  }
}

const parseJson = (text: string, kind: Kind): string[] | null => {
  if (!/^\s*[[{"]/.test(text)) return null
  try {
    const out: string[] = []
    jsonPieces(JSON.parse(text), kind, 0, out)
    return out
  } catch {
    return null // not JSON after all: read it as lines
  }
}

/** Cells of one CSV line; quotes are only stripped, since no id holds a separator. */
const cellsOf = (line: string): string[] =>
  line.split(/[,;\t]/).map((cell) =>
    cell
      .trim()
      .replace(/^["'[{]+|["'\]}]+$/g, '')
      .trim(),
  )

/** The column that holds the ids: the one named so in the first line, else the first whose value is a UUID, else the first. */
const linePieces = function* (text: string, kind: Kind): Iterable<string> {
  let header: string[] | null = null
  let named = -1
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    if (line.trim() === '') continue
    if (header === null) {
      header = cellsOf(line).map((cell) => cell.toLowerCase())
      const cells = header
      const places = kind.columns.map((names) => cells.findIndex((cell) => names.includes(cell)))
      named = places.find((place) => place >= 0) ?? -1
      if (named >= 0) continue
    }
    const cells = cellsOf(line).filter((cell, index) => cell !== '' || index === named)
    if (named >= 0 && header.length > 1) yield cells[named] ?? ''
    else if (cells.length > 1 && cells.some((cell) => cell.match(UUID))) {
      // Either a list of ids in one line, or a record with one id among other fields.
      for (const cell of cells) if (cell.match(UUID)) yield cell
    } else for (const cell of cells) yield* cell.split(/\s+/).filter((word) => word !== '')
  }
}

/**
 * Finds ids of sessions or profiles in anything a person pastes or drops: one a line, CSV with or without a header, JSON
 * arrays and objects, whole addresses. UUIDs are lower-cased; ids of other forms stay as they are. Megabytes are read in
 * turns, so nothing else waits. Never rejects.
 */
export const parseIds = async (text: string, of: keyof typeof KINDS = 'session'): Promise<ParsedIds> => {
  const kind: Kind = KINDS[of]
  const clean = text.replace(/^\uFEFF/, '')
  const ids = new Set<string>()
  let unusable = 0
  let read = 0
  for (const piece of parseJson(clean, kind) ?? linePieces(clean, kind)) {
    const id = idOf(piece.trim(), kind)
    if (id === null) unusable += 1
    else ids.add(id)
    read += 1
    if (read % PIECES_PER_TURN === 0) await nextTurn()
  }
  return { ids: [...ids], unusable }
}
