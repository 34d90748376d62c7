import { z } from 'zod'
import { archiveSorts, archiveStates } from '../constants/archive-constants.ts'
import { problemModel } from './problem-model.ts'
import { sessionIdModel } from './session-models.ts'

/** One recording in the queue or in the archive. No URL; no path but that of a folder the person chose. */
export const archiveItemModel = z.object({
  id: z.string(),
  accountId: z.string(),
  accountLabel: z.string(),
  sessionId: sessionIdModel,
  title: z.string().nullable(),
  state: z.enum(archiveStates),
  /** Which form of the recording is, or was, fetched. */
  source: z.enum(['mp4', 'hls']).nullable(),
  bytes: z.number(),
  /** Null until known (D07). */
  totalBytes: z.number().nullable(),
  /** Bytes per second of the last seconds; null when nothing runs. */
  rate: z.number().nullable(),
  /** ms; null when unknown. */
  leftMs: z.number().nullable(),
  /** Name inside the archive folder; null before it has one. */
  fileName: z.string().nullable(),
  /** Where its files lie, when that is not the archive folder of the settings; absolute. */
  otherFolder: z.string().nullable(),
  sha256: z.string().nullable(),
  durationMs: z.number().nullable(),
  /** True once complete, readable, measured and hashed, and told by the service. */
  verified: z.boolean(),
  /** True when it came from a folder: only its own metadata file says which session it is. */
  imported: z.boolean(),
  /** True when the person accepted a file with missing parts (D22). */
  partial: z.boolean(),
  warnings: z.array(z.string()),
  problem: problemModel.nullable(),
  /** Epoch ms, local clock. */
  linksExpireAt: z.number().nullable(),
  addedAt: z.number(),
  finishedAt: z.number().nullable(),
})
export type ArchiveItem = z.infer<typeof archiveItemModel>

const archiveTotalsModel = z.object({
  items: z.number(),
  done: z.number(),
  doneBytes: z.number(),
  running: z.number(),
  queued: z.number(),
  failed: z.number(),
  /** Bytes per second of all running transfers. */
  rate: z.number(),
  /** ms until the queue is empty; null when unknown. */
  leftMs: z.number().nullable(),
  /** Why the whole queue is paused (disk full, folder gone, limit), else null. */
  blocked: problemModel.nullable(),
})
export type ArchiveTotals = z.infer<typeof archiveTotalsModel>

export const archiveQueryModel = z.object({
  text: z.string().max(500).default(''),
  states: z.array(z.enum(archiveStates)).max(archiveStates.length).default([]),
  sort: z.enum(archiveSorts).default('added'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(500).default(100),
})
export type ArchiveQuery = z.infer<typeof archiveQueryModel>

export const archivePageModel = z.object({
  rows: z.array(archiveItemModel),
  total: z.number(),
  totals: archiveTotalsModel,
})
export type ArchivePage = z.infer<typeof archivePageModel>

/** What bulk work costs, told before it begins. */
export const archivePlanModel = z.object({
  /** Not archived yet, of those asked for. */
  recordings: z.number(),
  /** Requests to the service. */
  requests: z.number(),
  /** ms at the present limit, the person's reserve left out; null when the limit is unknown. */
  atLimitMs: z.number().nullable(),
})
export type ArchivePlan = z.infer<typeof archivePlanModel>

export const archiveRulesModel = z.object({
  /** Archive every session when it ends. */
  whenEnded: z.boolean(),
  /** Archive recordings that are about to expire and cannot be renewed. */
  whenExpiring: z.boolean(),
})
export type ArchiveRules = z.infer<typeof archiveRulesModel>

/** Content of `<name>.json` beside each MP4. Unknown keys are kept when it is rewritten. */
export const sidecarModel = z.looseObject({
  format: z.literal('replay-desk-recording'),
  version: z.literal(1),
  session: z.looseObject({
    id: sessionIdModel,
    title: z.string().nullable(),
    status: z.string().nullable(),
    /** ISO 8601 with Z. */
    createdAt: z.string().nullable(),
    closedAt: z.string().nullable(),
  }),
  account: z.looseObject({ label: z.string(), baseUrl: z.string() }),
  source: z.looseObject({
    kind: z.enum(['mp4', 'hls']),
    /** Host and path of the object, without query: never a signature. */
    object: z.string().nullable(),
    segments: z.number().nullable(),
    videoStartMs: z.number().nullable(),
    videoDurationMs: z.number().nullable(),
    expiresAt: z.string().nullable(),
  }),
  file: z.looseObject({
    name: z.string(),
    bytes: z.number(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    durationMs: z.number().nullable(),
    partial: z.boolean(),
    /** True when a partial file lacks so little that it needed no consent. */
    minor: z.boolean().optional(),
    /** True when pictures inside the whole file cannot be shown; the warnings say how many. */
    damaged: z.boolean().optional(),
    /** True when it came from a folder, so that nothing takes it for what a service gave. */
    imported: z.boolean().optional(),
  }),
  archivedAt: z.string(),
  tool: z.string(),
  warnings: z.array(z.string()),
})
export type Sidecar = z.infer<typeof sidecarModel>
