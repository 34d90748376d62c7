import { ANALYSIS_VERSION } from '../../contract/constants/analysis-constants.ts'
import { GRID_TILES } from '../../contract/constants/luma-grid.ts'
import type { Collected } from './grid-changes.ts'

const HEAD_BYTES = 4

/** One block of bytes: length of the head, the head as JSON, then the tables. */
export const packCollected = (collected: Collected): Uint8Array<ArrayBuffer> => {
  const { first, known, changedMs, open, tiles, values, ...rest } = collected
  const head = new TextEncoder().encode(
    JSON.stringify({
      ...rest,
      version: ANALYSIS_VERSION,
      used: tiles.length,
      changedMs: Array.from(changedMs, (ms) => (Number.isFinite(ms) ? ms : null)),
      open: open && { from: open.from, to: open.to, key: open.key },
    }),
  )
  const tables = [first, known, open?.grid ?? new Uint8Array(GRID_TILES), values, new Uint8Array(tiles.slice().buffer)]
  const data = new Uint8Array(HEAD_BYTES + head.length + tables.reduce((sum, { length }) => sum + length, 0))
  new DataView(data.buffer).setUint32(0, head.length)
  data.set(head, HEAD_BYTES)
  let at = HEAD_BYTES + head.length
  for (const table of tables) {
    data.set(table, at)
    at += table.length
  }
  return data
}

type Head = Omit<Collected, 'first' | 'known' | 'changedMs' | 'open' | 'tiles' | 'values'> & {
  version: number
  used: number
  changedMs: (number | null)[]
  open: { from: number; to: number; key: boolean } | null
}

/** Null for what this version cannot continue, or that is of a recording of another length. */
export const unpackCollected = (data: Uint8Array, durationMs: number): Collected | null => {
  try {
    const headLength = new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(0)
    const text = new TextDecoder().decode(data.subarray(HEAD_BYTES, HEAD_BYTES + headLength))
    const { version, used, changedMs, open, ...rest } = JSON.parse(text) as Head
    const whole = HEAD_BYTES + headLength + 3 * GRID_TILES + 3 * used
    if (version !== ANALYSIS_VERSION || rest.durationMs !== durationMs || data.length !== whole) return null
    if (rest.offsets.at(-1) !== used || rest.offsets.length !== rest.firstMs.length + 1) return null
    let at = HEAD_BYTES + headLength
    const next = (bytes: number): Uint8Array => {
      at += bytes
      return data.slice(at - bytes, at)
    }
    const [first, known, grid, values] = [next(GRID_TILES), next(GRID_TILES), next(GRID_TILES), next(used)]
    const tiles = new Uint16Array(next(2 * used).slice().buffer)
    if (tiles.some((tile) => tile >= GRID_TILES)) return null
    const times = Float64Array.from(changedMs, (ms) => ms ?? Number.NEGATIVE_INFINITY)
    return { ...rest, first, known, changedMs: times, open: open && { ...open, grid }, tiles, values }
  } catch {
    return null // cut short, or of another format
  }
}
