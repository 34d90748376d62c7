import { joinBytes } from '../bytes.ts'
import { box, u32 } from '../mp4/boxes.ts'
import { VIDEO } from './picture-init.ts'
import type { Shown } from './shown-lengths.ts'

/** A picture and its data. */
export type Sample = Shown & { data: Uint8Array; sync: boolean }

/** Depends on no other; does, and nothing begins there (ISO/IEC 14496-12, 8.8.3.1). */
const SYNC = 0x2000000
const OTHER = 0x1010000

/** A fragment without a sample. */
export const emptyFragment = (): Uint8Array => box('moof', box('mfhd', u32(0, 1)))

/**
 * One fragment of pictures in decode order (8.8.4 to 8.8.12), the first of them decoded at `from` ticks. Each is decoded
 * when those before it would have been shown one after the other, so that its duration is how long it is shown; the shift
 * (with a sign, version 1) says when.
 */
export const writeFragment = (samples: readonly Sample[], from: number): Uint8Array => {
  let decoded = from
  const fields = samples.flatMap(({ at, length, data, sync }) => {
    decoded += length
    return [length, data.length, sync ? SYNC : OTHER, at - (decoded - length)]
  })
  const moof = (offset: number): Uint8Array =>
    box(
      'moof',
      box('mfhd', u32(0, 1)),
      box(
        'traf',
        box('tfhd', u32(0x020000, VIDEO)),
        box('tfdt', u32(0x01000000, Math.floor(from / 2 ** 32), from % 2 ** 32)),
        box('trun', u32(0x01000f01, samples.length, offset, ...fields)),
      ),
    )
  const data = samples.map((sample) => sample.data)
  const size = data.reduce((sum, { length }) => sum + length, 8)
  const head = joinBytes([u32(size), Uint8Array.from('mdat', (letter) => letter.charCodeAt(0))])
  return joinBytes([moof(moof(0).length + 8), head, ...data])
}
