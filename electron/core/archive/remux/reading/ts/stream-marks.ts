import type { Entry } from '../sequence-state.ts'

/** Something said about a place of an elementary stream: the time of a packet that begins there, or missing bytes. */
export type Mark = { at: number; pts: number | null; dts: number | null; ownDts: boolean; hole: boolean; entry: Entry }

const WRAP = 2 ** 33

/** The clock of a stream without its turns over (ISO 13818-1, 2.4.3.7). */
export type TsClock = { last: number | null }

/** The time nearest to the newest one. */
export const unwrap = (clock: TsClock, raw: number): number => {
  const value = clock.last === null ? raw : raw + Math.round((clock.last - raw) / WRAP) * WRAP
  clock.last = value
  return value
}
