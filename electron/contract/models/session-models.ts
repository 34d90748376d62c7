import { z } from 'zod'
import { recordingStates, sessionChips, sessionSorts, verdicts } from '../constants/session-constants.ts'
import { problemModel } from './problem-model.ts'

/** Ids come from the service: opaque, any characters, never a path part. */
export const sessionIdModel = z.string().min(1).max(1_024)
const epochMsModel = z.number()

export const sessionRowModel = z.object({
  accountId: z.string(),
  sessionId: sessionIdModel,
  /** The person's own title. */
  title: z.string().nullable(),
  /** What the service calls it, where it sends a name, title or task. */
  serviceTitle: z.string().nullable(),
  /** Host and path that its first steps open. */
  startAddress: z.string().nullable(),
  /** As the service says it; unknown words stay as they are. */
  status: z.string(),
  createdAt: epochMsModel.nullable(),
  closedAt: epochMsModel.nullable(),
  durationMs: z.number().nullable(),
  error: z.string().nullable(),
  closeReason: z.string().nullable(),
  browserType: z.string().nullable(),
  viewport: z.object({ width: z.number(), height: z.number() }).nullable(),
  stepCount: z.number().nullable(),
  origin: z.enum(['listed', 'pasted']),
  recording: z.enum(recordingStates),
  videoDurationMs: z.number().nullable(),
  /** Epoch ms on the local clock at which the last known links stop working. */
  linksExpireAt: epochMsModel.nullable(),
  verdict: z.enum(verdicts).nullable(),
  verdictReason: z.string().nullable(),
  tags: z.array(z.string()),
  note: z.string().nullable(),
  /** Notes at moments of the recording. */
  timedNotes: z.number(),
  /** Where the person left off, ms of video time. */
  positionMs: z.number().nullable(),
  lastOpenedAt: epochMsModel.nullable(),
  /** What the analysis found in the recording; null until it was analysed. */
  analysis: z
    .object({
      durationMs: z.number(),
      /** The recording without its still parts. */
      activityMs: z.number(),
      screens: z.number(),
      /** The sequence of screens that repeats most often. */
      loop: z.object({ count: z.number(), period: z.number() }).nullable(),
      frozenEndMs: z.number().nullable(),
      /** Path of the last picture's thumbnail, which may be gone from the cache; null when none was made. */
      endThumbnail: z.string().nullable(),
    })
    .nullable(),
})
export type SessionRow = z.infer<typeof sessionRowModel>

/** One window of the list. The order is total (ties end at the id), so windows fit together. */
export const sessionQueryModel = z.object({
  text: z.string().max(500).default(''),
  chips: z.array(z.enum(sessionChips)).max(sessionChips.length).default([]),
  sort: z.enum(sessionSorts).default('started'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(500).default(100),
  /** A row to look for in the list; with `keep` it is in the list also when text and chips leave it out. */
  find: z.object({ sessionId: sessionIdModel, keep: z.boolean() }).optional(),
})
export type SessionQuery = z.infer<typeof sessionQueryModel>
/** Filter and order of the session list, without the page that is asked for. */
export type SessionListQuery = Omit<SessionQuery, 'offset' | 'limit' | 'find'>

export const sessionPageModel = z.object({
  rows: z.array(sessionRowModel),
  /** Rows that match text and chips. */
  total: z.number(),
  /** Rows of the account without any filter. */
  all: z.number(),
  /** Position of the row of `find` in the whole list; null: it is not in it, or `find` was not given. */
  foundAt: z.number().nullable(),
})
export type SessionPage = z.infer<typeof sessionPageModel>

const countedValuesModel = z.array(z.object({ value: z.string(), count: z.number() }))
export const knownValuesModel = z.object({
  status: countedValuesModel,
  tag: countedValuesModel,
  error: countedValuesModel,
})

export const sessionGroupModel = z.object({
  /** As it is written; null: sessions without an error, a tag or a start. */
  label: z.string().nullable(),
  /** The filter that leaves just this group, for the query's text. */
  filter: z.string(),
  count: z.number(),
  unreviewed: z.number(),
  /** Starts of the first and the last session; null where none is known. */
  firstAt: epochMsModel.nullable(),
  lastAt: epochMsModel.nullable(),
})
export type SessionGroup = z.infer<typeof sessionGroupModel>

export const syncStateModel = z.object({
  accountId: z.string(),
  state: z.enum(['idle', 'running', 'done', 'failed', 'cancelled', 'not-supported']),
  pages: z.number(),
  seen: z.number(),
  added: z.number(),
  problem: problemModel.nullable(),
  /** Epoch ms, local clock, of the last complete sync. */
  finishedAt: epochMsModel.nullable(),
})
export type SyncState = z.infer<typeof syncStateModel>

export const reviewPatchModel = z.object({
  title: z.string().trim().max(300).nullable().optional(),
  verdict: z.enum(verdicts).nullable().optional(),
  verdictReason: z.string().trim().max(2_000).nullable().optional(),
  tags: z.array(z.string().trim().min(1).max(60)).max(50).optional(),
  note: z.string().max(20_000).nullable().optional(),
})
export type ReviewPatch = z.infer<typeof reviewPatchModel>

/** A mark on the time axis; with text it is a note. */
export const markModel = z.object({
  id: z.string(),
  sessionId: sessionIdModel,
  /** ms of video time. */
  atMs: z.number().min(0),
  text: z.string(),
  createdAt: epochMsModel,
})
export type Mark = z.infer<typeof markModel>
