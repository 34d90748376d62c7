import { constants, gunzipSync, gzipSync } from 'node:zlib'
import { GRID_TILES } from '../../../electron/contract/constants/luma-grid.ts'
import type { Grids } from '../analyse/analyse-file.ts'

/**
 * Luma grids as one small file: the recording's length and each time as 32-bit ms with the highest bit for pictures coded
 * on their own, each grid as its difference from the one before, gzipped.
 */
const KEY = 2 ** 31

export const packGrids = ({ durationMs, frames }: Grids): Buffer => {
  const bytes = Buffer.alloc(4 + frames.length * (4 + GRID_TILES))
  let at = bytes.writeUInt32LE(durationMs)
  let before: Uint8Array = new Uint8Array(GRID_TILES)
  for (const { timeMs, key, grid } of frames) {
    at = bytes.writeUInt32LE(Math.round(timeMs) + (key ? KEY : 0), at)
    for (let tile = 0; tile < GRID_TILES; tile += 1) bytes[at++] = ((grid[tile] ?? 0) - (before[tile] ?? 0)) & 255
    before = grid
  }
  return gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION })
}

export const unpackGrids = (packed: Uint8Array): Grids => {
  const bytes = gunzipSync(packed)
  const frames: Grids['frames'] = []
  let before: Uint8Array = new Uint8Array(GRID_TILES)
  for (let at = 4; at < bytes.length; at += 4 + GRID_TILES) {
    const grid = Uint8Array.from(before, (level, tile) => level + (bytes[at + 4 + tile] ?? 0))
    const time = bytes.readUInt32LE(at)
    frames.push({ timeMs: time % KEY, key: time >= KEY, grid })
    before = grid
  }
  return { durationMs: bytes.readUInt32LE(0), frames }
}
