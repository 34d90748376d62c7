import { z } from 'zod'
import { HEADER_PREFIX } from '../text/connection-text.ts'
import { problemModel } from './problem-model.ts'

/** Where the token of an account is kept. The reason is a sentence for people. */
const tokenPlaceModel = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('keychain') }),
  z.object({ kind: z.literal('memory'), reason: z.string(), next: z.string() }),
  z.object({ kind: z.literal('sample') }),
  z.object({ kind: z.literal('none') }),
])
export type TokenPlace = z.infer<typeof tokenPlaceModel>

export const accountModel = z.object({
  id: z.string(),
  label: z.string(),
  baseUrl: z.string(),
  /** Prefix of the service's request headers; `X-Service-` by default (docs/deployments.md, Header names). */
  headerPrefix: z.string(),
  method: z.enum(['key', 'password', 'sample']),
  userName: z.string().nullable(),
  signedIn: z.boolean(),
  tokenPlace: tokenPlaceModel,
  /** False once `GET /sessions` answered 404/405: ids are pasted. Null until known. */
  listsSessions: z.boolean().nullable(),
  active: z.boolean(),
})
export type Account = z.infer<typeof accountModel>

const credentialsModel = z.discriminatedUnion('method', [
  z.object({ method: z.literal('key'), key: z.string().trim().min(1).max(20_000) }),
  z.object({
    method: z.literal('password'),
    userName: z.string().min(1).max(1_000),
    password: z.string().min(1).max(10_000),
  }),
])
export type Credentials = z.infer<typeof credentialsModel>

/** What the person types under Connect. The one place where a secret travels from the page to main. */
export const connectionDraftModel = z.object({
  label: z.string().trim().max(80).optional(),
  baseUrl: z.string().trim().min(1).max(2_000),
  headerPrefix: z
    .string()
    .regex(HEADER_PREFIX, 'Letters, digits and hyphens, ending in a hyphen, such as X-Service-')
    .optional(),
  credentials: credentialsModel,
})
export type ConnectionDraft = z.infer<typeof connectionDraftModel>

/** The connection test distinguishes server and key. */
export const connectionReportModel = z.object({
  /** The base URL as it will be used: normalised, without a trailing slash. */
  baseUrl: z.string(),
  server: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('ok'), version: z.string().nullable(), latencyMs: z.number() }),
    z.object({ kind: z.literal('problem'), problem: problemModel }),
  ]),
  credential: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('accepted') }),
    /** Nothing secured could be asked without an id: the first real call will tell. */
    z.object({ kind: z.literal('unproven'), reason: z.string() }),
    z.object({ kind: z.literal('problem'), problem: problemModel }),
    z.object({ kind: z.literal('not-tried') }),
  ]),
  listing: z.enum(['lists', 'empty', 'not-supported', 'unknown']),
})
export type ConnectionReport = z.infer<typeof connectionReportModel>

/** Health of the active account's server, by its last answers. */
export const healthModel = z.object({
  state: z.enum(['unknown', 'up', 'down']),
  version: z.string().nullable(),
  latencyMs: z.number().nullable(),
  /** Epoch ms, local clock. */
  checkedAt: z.number().nullable(),
  /** Epoch ms, local clock, of the last answer; null: none within the last 24 hours. */
  lastUpAt: z.number().nullable(),
  /** Epoch ms, local clock: time of the next automatic check. */
  nextCheckAt: z.number().nullable(),
  problem: problemModel.nullable(),
})
export type Health = z.infer<typeof healthModel>

/** Rate-limit gauge of the active account. Null fields are unknown. */
export const limitModel = z.object({
  limit: z.number().nullable(),
  remaining: z.number().nullable(),
  /** Epoch ms, local clock. */
  resetsAt: z.number().nullable(),
  /** Requests waiting at the gate. */
  waiting: z.number(),
  /** Set while a 429 holds everything back: epoch ms, local clock, of the next probe. */
  pausedUntil: z.number().nullable(),
})
export type Limit = z.infer<typeof limitModel>

/** What goes with an account that is removed; archived files stay. */
export const accountContentsModel = z.object({
  sessions: z.number(),
  notes: z.number(),
  verdicts: z.number(),
  marks: z.number(),
  snapshots: z.number(),
})
export type AccountContents = z.infer<typeof accountContentsModel>
