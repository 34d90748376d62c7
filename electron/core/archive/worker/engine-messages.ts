import { z } from 'zod'
import { sidecarModel } from '../../../contract/models/archive-models.ts'
import { problemModel } from '../../../contract/models/problem-model.ts'

/*
 * What main and the engine's thread say to each other. Both sides check what arrives: the thread reads bytes of
 * strangers, and what it says is believed no further than its form. The bearer never crosses: the thread asks for a
 * record, and main fetches it.
 */

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.int().min(0)
const resultOf = <T extends z.ZodType>(value: T) =>
  z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value }),
    z.object({ ok: z.literal(false), problem: problemModel }),
  ])
const pairModel = z.object({ name: z.string(), sidecar: sidecarModel })
const soughtModel = z.object({ sha256, bytes: count })

const recordModel = z.object({
  mp4Url: z.string().nullable(),
  playlist: z.string().nullable(),
  expiresAt: z.number().nullable(),
  startMs: z.number().nullable(),
  durationMs: z.number().nullable(),
})

/** What the thread does, by name: what it is given. Callbacks are questions, signals are `abort`. */
const jobModel = z.discriminatedUnion('method', [
  z.object({
    method: z.literal('fetchMp4'),
    baseUrl: z.string(),
    partPath: z.string(),
    connections: z.int().min(1).max(16),
  }),
  z.object({
    method: z.literal('exportHls'),
    baseUrl: z.string(),
    partPath: z.string(),
    sessionId: z.string(),
    workFolder: z.string(),
    acceptPartial: z.boolean(),
  }),
  z.object({
    method: z.literal('verifyMp4'),
    path: z.string(),
    expectedBytes: z.number().nullable(),
    announcedMs: z.number().nullable(),
  }),
  z.object({ method: z.literal('recheckFile'), folder: z.string(), name: z.string(), sha256, bytes: count }),
  z.object({ method: z.literal('findMoved'), folder: z.string(), sought: z.array(soughtModel) }),
  z.object({
    method: z.literal('importFolder'),
    from: z.string(),
    folder: z.string(),
    taken: z.set(z.string()),
  }),
])
export type Job = z.infer<typeof jobModel>
export type Method = Job['method']

/** What each of them answers. */
export const answerModels = {
  fetchMp4: resultOf(
    z.object({ bytes: count, etag: z.string().nullable(), object: z.string(), warnings: z.array(z.string()) }),
  ),
  exportHls: resultOf(
    z.object({
      bytes: count,
      segments: count,
      missing: z.array(z.int()),
      partial: z.boolean(),
      minor: z.boolean(),
      samples: z.array(count),
      object: z.string().nullable().optional(),
      warnings: z.array(z.string()),
    }),
  ),
  verifyMp4: resultOf(
    z.looseObject({
      bytes: count,
      durationMs: z.number().nullable(),
      sha256,
      codec: z.string().nullable(),
      width: z.number().nullable(),
      height: z.number().nullable(),
      samples: z.array(count),
      pictures: count,
      damage: z.object({ broken: count, empty: count, joint: count, disorder: count }).nullable(),
      warnings: z.array(z.string()),
    }),
  ),
  recheckFile: z.enum(['sound', 'missing', 'altered']),
  findMoved: resultOf(z.map(sha256, z.string())),
  importFolder: resultOf(z.object({ imported: z.array(pairModel), known: count, refused: z.array(z.string()) })),
} satisfies Record<Method, z.ZodType>

/** What the thread asks while a job runs. `have` and `stale` name records by the number main gave them. */
const questionModel = z.discriminatedUnion('what', [
  z.object({ what: z.literal('record'), have: count.nullable() }),
  z.object({ what: z.literal('renew'), stale: count, have: count.nullable() }),
  z.object({ what: z.literal('known'), sha256, sidecar: sidecarModel }),
  z.object({ what: z.literal('pair'), pair: pairModel }),
])
export type Question = z.infer<typeof questionModel>

/** `record` null: the one the thread has already. `reach`: whom the service's own answers came from, null: unknown (P20). */
export const recordReplyModel = resultOf(
  z.object({
    number: count,
    record: recordModel.nullable(),
    reach: z.enum(['public', 'private', 'loopback', 'never']).nullable(),
  }),
)
export const knownReplyModel = z.boolean()

export const toThreadModel = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('job'), id: count, job: jobModel }),
  z.object({ kind: z.literal('abort'), id: count }),
  z.object({ kind: z.literal('reply'), id: count, question: count, reply: z.unknown() }),
  z.object({ kind: z.literal('rate'), bytesPerSecond: z.number().min(0) }),
  /** Abort what runs, and exit once it has let go of its files and sockets. */
  z.object({ kind: z.literal('end') }),
])
export type ToThread = z.infer<typeof toThreadModel>

export const toMainModel = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({
    kind: z.literal('progress'),
    id: count,
    progress: z.object({
      bytes: z.number(),
      totalBytes: z.number().nullable(),
      segments: z.number().optional(),
      of: z.number().optional(),
    }),
  }),
  z.object({ kind: z.literal('ask'), id: count, number: count, question: questionModel }),
  /** That answer is not needed any more. */
  z.object({ kind: z.literal('drop'), id: count, number: count }),
  z.object({ kind: z.literal('log'), level: z.enum(['info', 'warn', 'error']), line: z.string() }),
  z.object({ kind: z.literal('answer'), id: count, answer: z.unknown() }),
  /** The job threw, which is a bug, or the end of a check that was aborted. */
  z.object({ kind: z.literal('thrown'), id: count, text: z.string() }),
])
export type ToMain = z.infer<typeof toMainModel>

/** What a thread is started with: the certificates (PEM) that main trusts beyond Node's own list; null: that list. */
export const threadDataModel = z.object({ trusted: z.array(z.string()).nullable() })
export type ThreadData = z.infer<typeof threadDataModel>

/** Either end of the channel: a worker, its parent's port, or one of a pair in a test. */
export type Port = {
  postMessage: (message: unknown) => void
  on: (name: 'message', heard: (message: unknown) => void) => unknown
  close?: () => void
}
