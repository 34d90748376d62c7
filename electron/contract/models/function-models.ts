import { z } from 'zod'
import { functionRoles } from '../constants/function-constants.ts'
import { problemModel } from './problem-model.ts'

export const functionTargetModel = z.object({
  connectionId: z.string().trim().min(1).max(1_024),
  role: z.enum(functionRoles),
})
export type FunctionTarget = z.infer<typeof functionTargetModel>

/** The three answer fields beside the source (docs/service-contract.md, Resources); null where the service gives none. */
const versionFields = {
  version: z.string().nullable(),
  sourceFunctionId: z.string().nullable(),
  sourceFunctionVersion: z.string().nullable(),
}

/**
 * An earlier source: one that the service accepted from here, one read and replaced since, or a draft that could not be
 * decrypted when another took its place. Asked for by id.
 */
const functionSendModel = z.object({
  id: z.string(),
  /** Epoch ms, local clock. */
  at: z.number(),
  bytes: z.number(),
  origin: z.enum(['sent', 'read', 'draft']),
  ...versionFields,
})
export type FunctionSend = z.infer<typeof functionSendModel>

export const functionStateModel = z.object({
  connectionId: z.string(),
  role: z.enum(functionRoles),
  /** What the person wrote and did not send; null: nothing. */
  draft: z.object({ source: z.string(), savedAt: z.number() }).nullable(),
  /** The last source known: read from the service, or answered to our last send. */
  known: z
    .object({ source: z.string(), origin: z.enum(['read', 'sent']), at: z.number(), ...versionFields })
    .nullable(),
  /** The source known before, when reading just now found another one while a draft was kept. Told once. */
  replaced: z.object({ source: z.string(), version: z.string().nullable() }).nullable(),
  /** Whether this service shows the current source (docs/deployments.md, Managed-auth functions). */
  shows: z.enum(['yes', 'no', 'unknown']),
  /** Why the current source could not be read just now. With `shows: 'no'`: the 404 may as well mean an unknown id. */
  problem: problemModel.nullable(),
  /** Why a draft or a last known source is stored here and cannot be decrypted. The draft stays, or joins the history. */
  unreadable: problemModel.nullable(),
  /** Why sources and drafts are stored without encryption on this computer; null: they are encrypted. */
  notEncrypted: z.string().nullable(),
  /** Newest first; the last SENDS_KEPT. */
  history: z.array(functionSendModel),
})
export type FunctionState = z.infer<typeof functionStateModel>

export const recentFunctionModel = functionTargetModel.extend({ usedAt: z.number(), hasDraft: z.boolean() })
export type RecentFunction = z.infer<typeof recentFunctionModel>

export const functionSentModel = z.object({
  state: functionStateModel,
  answer: z.object({ source: z.string().nullable(), ...versionFields }),
  /** Another client made versions in between: version numbers, or ids of the catalogue function where those changed. */
  jumped: z.object({ from: z.string(), to: z.string() }).nullable(),
  /** The service stored a different source than the one sent. */
  differs: z.boolean(),
})
export type FunctionSent = z.infer<typeof functionSentModel>
