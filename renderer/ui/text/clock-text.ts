const pad = (n: number, width = 2): string => String(n).padStart(width, '0')

/**
 * Seconds as `0:31.4` or `1:02:31.4`; `–:–` when unknown (V02). Rounded down, so that the label never runs
 * ahead of the picture. `digits` 0, 1 or 3.
 */
export const clockText = (seconds: number | null, digits: 0 | 1 | 3 = 1): string => {
  if (seconds === null || !Number.isFinite(seconds)) return '–:–'
  const scale = 10 ** digits
  // The small addition keeps 31.4 from being read as 31.399999 and shown as 31.3.
  const ticks = Math.floor(Math.max(0, seconds) * scale + 1e-6)
  const whole = Math.floor(ticks / scale)
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor(whole / 60) % 60
  const text = hours > 0 ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`
  return digits === 0 ? text : `${text}.${pad(ticks % scale, digits)}`
}
