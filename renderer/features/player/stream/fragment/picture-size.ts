import { PIXEL_ASPECTS } from '../../../../../electron/contract/constants/h264-constants.ts'
import type { Nal } from '../nal-units.ts'
import { openSps } from '../order-count.ts'

/** What a container says of pictures, by their SPS; `aspect` is that of a pixel, width to height. */
export type PictureFormat = {
  width: number
  height: number
  aspect: [number, number]
  /** What an `avcC` of the high profiles says besides; null for the others. */
  high: { chroma: number; depths: [number, number] } | null
}

/** Size and aspect of pictures (ITU-T H.264, 7.3.2.1.1 and E.1.1); null for an SPS that says none. */
export const pictureFormat = (bytes: Uint8Array, sps: Nal): PictureFormat | null => {
  const { bits, ue, se, high, chroma, depths, orderType } = openSps(bytes, sps)
  if (orderType === 0) ue()
  else if (orderType === 1) {
    bits(1)
    se()
    se()
    for (let left = Math.min(255, ue()); left > 0; left -= 1) se()
  }
  ue()
  bits(1)
  const columns = ue() + 1
  const rows = ue() + 1
  const fields = bits(1) === 0 ? 2 : 1
  if (fields === 2) bits(1)
  bits(1)
  const [left = 0, right = 0, top = 0, bottom = 0] = bits(1) === 1 ? [ue(), ue(), ue(), ue()] : []
  const width = columns * 16 - (left + right) * (chroma === 1 || chroma === 2 ? 2 : 1)
  const height = fields * (rows * 16 - (top + bottom) * (chroma === 1 ? 2 : 1))
  if (width <= 0 || height <= 0 || width > 0xffff || height > 0xffff) return null
  const said = bits(1) === 1 && bits(1) === 1 ? bits(8) : 0
  const [across = 1, down = 1] = said === 255 ? [bits(16), bits(16)] : (PIXEL_ASPECTS[said] ?? [])
  const aspect: [number, number] = across > 0 && down > 0 ? [across, down] : [1, 1]
  return { width, height, aspect, high: high ? { chroma, depths } : null }
}
