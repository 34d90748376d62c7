/** docs/deployments.md, Replay: the wall clock of video time 0 is the session's start plus `video_start_ms`. */
export type StartFacts = {
  startMs: number | null
  durationMs: number | null
  /** The session's start and end, epoch ms; null while unknown. */
  createdAt: number | null
  closedAt: number | null
}

/** A recording may run on a little after the session was closed. */
const SLACK_MS = 60_000
/** No session runs for a month: a larger offset is another unit or a moment. */
const LONGEST_MS = 31 * 86_400_000

/**
 * The start offset, clamped to what can be true (V02, V04, V06): finite, not negative, not beyond the end of
 * the session. What was null or impossible counts as 0 and is an estimate.
 */
export const readStart = (
  facts: StartFacts,
): { startMs: number; startEstimated: boolean; wallClockStart: number | null; warning: string | null } => {
  const { startMs: said, durationMs, createdAt, closedAt } = facts
  const length = createdAt !== null && closedAt !== null && closedAt >= createdAt ? closedAt - createdAt : null
  const possible =
    said !== null && Number.isFinite(said) && said >= 0 && said <= LONGEST_MS && (length === null || said <= length)
  const startMs = possible ? said : 0
  const tooLong = length !== null && durationMs !== null && startMs + durationMs > length + SLACK_MS
  const wallClockStart = createdAt !== null && Number.isFinite(createdAt) ? createdAt + startMs : null
  return {
    startMs,
    startEstimated: !possible || tooLong,
    wallClockStart,
    warning:
      said !== null && !possible
        ? 'The start offset of the recording is implausible, so clock times are estimates.'
        : null,
  }
}
