/**
 * The forms of time that running deployments mix (docs/deployments.md, Listing): `+00:00`, `Z`, microseconds,
 * and none at all, which is UTC. The style only depends on the number, so answers repeat.
 */
export const instantText = (ms: number, style: number): string => {
  const whole = new Date(ms).toISOString()
  const seconds = whole.slice(0, 19)
  const micros = `${whole.slice(0, 23)}${String((style * 37) % 1000).padStart(3, '0')}`
  return [`${seconds}+00:00`, `${micros}+00:00`, `${micros}Z`, micros][style % 4] ?? whole
}

/** ISO-8601 duration such as `PT1M41.286S`. */
export const durationText = (ms: number): string => {
  const seconds = ms / 1000
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const rest = Number((seconds % 60).toFixed(6))
  return `PT${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${rest || (!hours && !minutes) ? `${rest}S` : ''}`
}
