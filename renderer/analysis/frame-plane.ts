import type { LumaPlane } from './luma-grid.ts'

/** Pixel formats whose first plane is 8-bit luma. */
const PLANAR = new Set(['I420', 'I420A', 'I422', 'I422A', 'I444', 'I444A', 'NV12'])

/** Rec. 709 weights of red, green and blue, in 256ths. */
const [RED, GREEN, BLUE] = [54, 183, 19]

/**
 * Reads the luma of decoded pictures into one buffer that is used again. Copying the plane takes a fraction of the time
 * of drawing and reading back a canvas, and needs no GPU. The plane is valid until the next call.
 */
export const createPlaneReader = (): ((frame: VideoFrame) => Promise<LumaPlane>) => {
  let buffer = new Uint8Array(0)
  const room = (bytes: number): Uint8Array => {
    if (buffer.length < bytes) buffer = new Uint8Array(bytes)
    return buffer
  }
  return async (frame) => {
    const { width = frame.codedWidth, height = frame.codedHeight } = frame.visibleRect ?? {}
    if (frame.format && PLANAR.has(frame.format)) {
      const data = room(frame.allocationSize())
      const [luma] = await frame.copyTo(data)
      return { data, offset: luma?.offset ?? 0, stride: luma?.stride ?? width, width, height }
    }
    // Pictures with more than 8 bits, or that a hardware decoder keeps to itself, are converted by the browser.
    const data = room(frame.allocationSize({ format: 'RGBA' }))
    const [pixels] = await frame.copyTo(data, { format: 'RGBA' })
    const stride = pixels?.stride ?? width * 4
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const at = (pixels?.offset ?? 0) + y * stride + x * 4
        const red = data[at] as number
        const green = data[at + 1] as number
        const blue = data[at + 2] as number
        // The luma of a pixel lands at or before the pixel itself, so nothing is overwritten before it is read.
        data[y * width + x] = (red * RED + green * GREEN + blue * BLUE) >> 8
      }
    return { data, offset: 0, stride: width, width, height }
  }
}
