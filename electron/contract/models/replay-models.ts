import { z } from 'zod'
import { problemModel } from './problem-model.ts'
import { sessionIdModel } from './session-models.ts'

/**
 * The lease of one session's signed links, as the page may know it: no URL, only times.
 * All instants are epoch ms on the *local* clock (core has already applied the server's offset),
 * so the page may compare them with Date.now().
 */
const leaseModel = z.object({
  sessionId: sessionIdModel,
  /** fresh: usable. renewing: a fetch is under way. expiring: inside the lead time and not renewed yet. expired: unusable. */
  state: z.enum(['fresh', 'renewing', 'expiring', 'expired']),
  /** Null: unknown; play now and react to 403 (T04). */
  expiresAt: z.number().nullable(),
  /** What set the expiry: the record's `expires_at`, or the signature's own, when earlier. */
  expirySource: z.enum(['record', 'signature', 'unknown']),
  /** Next planned renewal; null when none is planned. */
  renewsAt: z.number().nullable(),
  renewals: z.number(),
  /** Why it is expiring or expired. */
  problem: problemModel.nullable(),
})
export type Lease = z.infer<typeof leaseModel>

const playableModel = z.object({
  kind: z.literal('playable'),
  /** Root-relative path of the cleaned playlist, `/media/replay/<session>/index.m3u8`; null when there is none. */
  hls: z.string().nullable(),
  /** Root-relative path of the MP4, `/media/replay/<session>/video.mp4`; null when there is none. */
  mp4: z.string().nullable(),
  /** Offset of the first frame from the session's start, ms (`video_start_ms`, null counts as 0). */
  startMs: z.number(),
  /** True when `video_start_ms` was null or implausible: the wall clock is an estimate. */
  startEstimated: z.boolean(),
  /** Only a hint until the media is loaded: media wins (V01). Null: unknown. */
  durationMs: z.number().nullable(),
  /** Wall clock of video time 0, epoch ms; null when the session's start is unknown. */
  wallClockStart: z.number().nullable(),
  /** What was cleaned up or is unusual, one sentence each. */
  warnings: z.array(z.string()),
})

/** What the player shows: exactly one of these. */
const replayPhaseModel = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('loading') }),
  playableModel,
  z.object({
    kind: z.literal('waiting'),
    reason: z.enum(['not-ended', 'processing']),
    polling: z.boolean(),
    /** Epoch ms, local clock; null when not polling. */
    nextPollAt: z.number().nullable(),
    pollsUntil: z.number().nullable(),
    problem: problemModel,
  }),
  z.object({
    kind: z.literal('unavailable'),
    cause: z.enum([
      'no-frames',
      'no-recording',
      'recording-failed',
      'links-expired',
      'offline',
      'certificate',
      'refused',
      'bad-playlist',
      'signed-out',
    ]),
    problem: problemModel,
  }),
])
export type ReplayPhase = z.infer<typeof replayPhaseModel>
export type Playable = z.infer<typeof playableModel>

export const replayModel = z.object({
  accountId: z.string(),
  sessionId: sessionIdModel,
  phase: replayPhaseModel,
  lease: leaseModel.nullable(),
})
export type Replay = z.infer<typeof replayModel>
