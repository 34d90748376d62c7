import type { DecodeOutcome } from './decode-recording.ts'

/** What the decoder for tools receives. One worker decodes one recording. */
export type ToWorker =
  /** Decode `url`, an absolute address of a recording. */
  | { type: 'decode'; url: string }
  /** The last batch has been read: the next may come. */
  | { type: 'next' }
  | { type: 'cancel' }
  /** Pictures at these times, ms, ascending, `width` pixels wide as WebP. */
  | { type: 'thumbnails'; url: string; timesMs: number[]; width: number }

/** What the decoder for tools says. */
export type FromWorker =
  | { type: 'start'; durationMs: number; width: number; height: number }
  /** `grids` holds one grid after the other, as many as there are times; 1 in `keys` for pictures coded on their own. */
  | { type: 'grids'; timesMs: Float64Array; keys: Uint8Array; grids: Uint8Array }
  | { type: 'end'; outcome: DecodeOutcome }
  /** In the order of the times; null where there is no picture. */
  | { type: 'thumbnails'; images: (Blob | null)[] }
