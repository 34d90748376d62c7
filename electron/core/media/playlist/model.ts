/** A slice of an object, in bytes. */
export type ByteRange = { offset: number; length: number }

/** One object behind a signed link. `url` is the playlist's text, byte for byte (P21). */
type MediaObject = { url: string; range: ByteRange | null }

/** AES-128 with an explicit IV of 32 hex digits, or the absence of a key. */
export type SegmentKey = { url: string; iv: string } | null

export type Segment = MediaObject & {
  /** As the playlist says, or measured; an estimate until then. */
  durationS: number
  /**
   * Whether the playlist says a length. `zero`: it says 0. `unstated`: it says none, or nothing that can be one. What
   * such an entry holds decides whether it is a part of the recording, and how long it is.
   */
  length: 'stated' | 'zero' | 'unstated'
  /** EXT-X-GAP: there is no media here, and it must not be requested (P10). */
  gap: boolean
  discontinuity: boolean
  key: SegmentKey
  init: (MediaObject & { key: SegmentKey }) | null
}

/** A media playlist after cleaning: finished, every range explicit, every address absolute. */
export type MediaPlaylist = {
  kind: 'media'
  targetDurationS: number
  mediaSequence: number
  discontinuitySequence: number
  segments: Segment[]
  durationMs: number
  /** How many segments are gaps, as a sentence; null without one. An export counts what is missing itself. */
  gapWarning: string | null
  /** What else was cleaned up or is unusual, one sentence each. */
  warnings: string[]
}

type Variant = {
  url: string
  bandwidth: number
  pixels: number
  /** Its sound is in another playlist (EXT-X-MEDIA; RFC 8216, 4.3.4.1), which nothing here reads. */
  soundApart: boolean
}
export type Multivariant = { kind: 'multivariant'; variants: Variant[] }
