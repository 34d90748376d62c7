/** Whether a date can hold it, epoch ms. */
export const isTime = (at: number | null): at is number => at !== null && Math.abs(at) <= 8.64e15

/** Epoch ms → ISO 8601 with Z for programs; null where a date cannot hold it. */
export const isoTime = (at: number | null): string | null => (isTime(at) ? new Date(at).toISOString() : null)

const pad = (n: number): string => String(n).padStart(2, '0')

/** ms → `1:02:03`, `2:03`, `0:00`; unknown or negative → `–:–`. Whole seconds, rounded down as clocks do. */
export const formatDuration = (ms: number | null | undefined): string => {
  if (typeof ms !== 'number' || !Number.isFinite(ms) || ms < 0) return '–:–'
  const total = Math.floor(ms / 1000)
  const hours = Math.floor(total / 3600)
  const minutes = Math.floor((total % 3600) / 60)
  const seconds = total % 60
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds)}` : `${minutes}:${pad(seconds)}`
}

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const

/** Steps of 1024, one decimal below 100: `38.2 MB`, `2 GB`, `512 bytes`; unknown → `–`. */
export const formatBytes = (bytes: number | null | undefined): string => {
  if (typeof bytes !== 'number' || !Number.isFinite(bytes) || bytes < 0) return '–'
  let value = bytes
  let unit = 0
  while (unit < units.length - 1 && value >= (unit === 0 ? 1024 : 1023.95)) {
    value /= 1024
    unit += 1
  }
  const text = unit === 0 || value >= 100 ? String(Math.round(value)) : String(Math.round(value * 10) / 10)
  return `${text} ${bytes === 1 ? 'byte' : units[unit]}`
}
