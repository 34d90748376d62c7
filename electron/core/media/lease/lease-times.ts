/** All times are epoch ms of the server's clock. */
export type LeaseTimes = {
  expiresAt: number | null
  source: 'record' | 'signature' | 'unknown'
  /** From here on the links count as expiring: the lead before the expiry. Null while the expiry is unknown. */
  expiringAt: number | null
}

/** Further renewals keep this distance, so that links of a few seconds do not become a storm of requests. */
export const RENEWAL_SPACING_MS = 5_000

const finite = (time: number | null): number | null => (time !== null && Number.isFinite(time) ? time : null)

/**
 * The earlier of the record's stamp and the signature's own (docs/deployments.md, Replay: links can expire before
 * `expires_at`). The lead is at most a quarter of the life time, so that short links are not renewed all the time.
 */
export const leaseTimes = (input: {
  record: number | null
  signature: number | null
  fetchedAt: number
  leadMs: number
}): LeaseTimes => {
  const record = finite(input.record)
  const signature = finite(input.signature)
  if (record === null && signature === null) return { expiresAt: null, source: 'unknown', expiringAt: null }
  const bySignature = signature !== null && (record === null || signature < record)
  const expiresAt = (bySignature ? signature : record) as number
  const lead = Math.max(0, Math.min(input.leadMs, (expiresAt - input.fetchedAt) / 4))
  return { expiresAt, source: bySignature ? 'signature' : 'record', expiringAt: expiresAt - lead }
}

/** Pauses between failed renewals, ms; the last one repeats until the expiry. */
export const retryPauseMs = (failures: number): number => Math.min(30_000, 2_000 * 2 ** Math.max(0, failures - 1))
