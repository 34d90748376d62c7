import { z } from 'zod'
import { sessionIdModel } from '../models/session-models.ts'

export const nothing = z.undefined()
export const id = z.string().min(1).max(200)
export const session = z.object({ sessionId: sessionIdModel })
/** What came of a text with ids in it: `unusable` entries are no ids, `examples` the first of them. */
export const addedModel = z.object({
  added: z.number(),
  known: z.number(),
  unusable: z.number(),
  examples: z.array(z.string()),
})
/** What is saved late names its account: another one may be active when it arrives (L02). */
export const account = z.object({ accountId: id })
export const sessionOfAccount = account.extend({ sessionId: sessionIdModel })
