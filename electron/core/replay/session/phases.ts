import { playlistPath, videoPath } from '../../../contract/media-paths.ts'
import type { ReplayPhase } from '../../../contract/models/replay-models.ts'
import type { Problem } from '../../../contract/result.ts'
import { causeOf } from './causes.ts'
import type { ReplayMedia } from './load-media.ts'
import { readStart } from './start-offset.ts'

/** What the library knows of a session. Epoch ms. */
export type SessionFacts = { createdAt: number | null; status: string; closedAt: number | null }

export const playablePhase = (sessionId: string, media: ReplayMedia, session: SessionFacts | null): ReplayPhase => {
  const start = readStart({
    startMs: media.startMs,
    durationMs: media.durationMs,
    createdAt: session?.createdAt ?? null,
    closedAt: session?.closedAt ?? null,
  })
  return {
    kind: 'playable',
    hls: media.list ? playlistPath(sessionId) : null,
    mp4: media.mp4 ? videoPath(sessionId) : null,
    startMs: start.startMs,
    startEstimated: start.startEstimated,
    durationMs: media.durationMs,
    wallClockStart: start.wallClockStart,
    warnings: start.warning === null ? media.warnings : [...media.warnings, start.warning],
  }
}

/** The phase of a problem: waiting while the recording is being processed, else its cause. */
export const problemPhase = (problem: Problem): ReplayPhase =>
  problem.code === 'not-ended' || problem.code === 'processing'
    ? { kind: 'waiting', reason: problem.code, polling: false, nextPollAt: null, pollsUntil: null, problem }
    : { kind: 'unavailable', cause: causeOf(problem), problem }
