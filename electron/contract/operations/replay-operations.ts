import { z } from 'zod'
import { problemModel } from '../models/problem-model.ts'
import { replayModel } from '../models/replay-models.ts'
import { account, id, nothing, session, sessionOfAccount } from './operation-fields.ts'
import type { OperationTable } from './operation-table.ts'

/** The recording of a session in the player. */
export const replayOperations = {
  /** Opens the lease and answers the present state; what follows comes as `replay.changed`. */
  'replay.open': { input: session, output: replayModel },
  'replay.close': { input: session, output: nothing },
  /** Asks for new links now. */
  'replay.renew': { input: session, output: replayModel },
  /** Polls a recording that is being processed: every 5 s for at most 240 s (docs/deployments.md, Replay). */
  'replay.poll': { input: session, output: replayModel },
  'replay.stopPolling': { input: session, output: replayModel },
  'replay.position': { input: sessionOfAccount.extend({ positionMs: z.number().min(0) }), output: nothing },
  /** Drops the cached record and fetches it again. */
  'replay.recheck': { input: session, output: replayModel },
  /** Why a media path was not delivered last (media elements tell no reason); null when it was. */
  'replay.mediaProblem': { input: z.object({ path: z.string().max(12_000) }), output: problemModel.nullable() },
} as const satisfies OperationTable

/** Deep links. */
export const linkOperations = {
  /** The text of a `replaydesk://` link to this moment; the page copies it. */
  'link.copyText': {
    input: session.extend({ atMs: z.number().min(0).nullable() }),
    output: z.object({ text: z.string() }),
  },
  /** Makes the account of a link active (null: the one in use) and puts the session into its list; answers whose it is. */
  'link.open': {
    input: session.extend({ accountId: id.nullable() }),
    output: account,
  },
} as const satisfies OperationTable
