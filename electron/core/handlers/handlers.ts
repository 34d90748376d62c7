import type { CoreHandlers } from '../../contract/operations.ts'
import { accountHandlers } from './account-handlers.ts'
import { activityHandlers } from './activity-handlers.ts'
import { analysisHandlers } from './analysis-handlers.ts'
import { appHandlers } from './app-handlers.ts'
import { archiveHandlers } from './archive-handlers.ts'
import { cachePolicyHandlers } from './cache-policy-handlers.ts'
import { cookieHandlers } from './cookie-handlers.ts'
import { functionHandlers } from './function-handlers.ts'
import { handOverHandlers } from './hand-over-handlers.ts'
import { linkHandlers } from './link-handlers.ts'
import { profileHandlers } from './profile-handlers.ts'
import { replayHandlers } from './replay-handlers.ts'
import { reviewHandlers } from './review-handlers.ts'
import { sessionHandlers } from './session-handlers.ts'
import { viewHandlers } from './view-handlers.ts'
import { writeInTurn } from './write-in-turn.ts'

/** What the handlers of one domain need, as its own file states it. */
type Parts = Parameters<typeof appHandlers>[0] &
  Parameters<typeof sessionHandlers>[0] &
  Parameters<typeof handOverHandlers>[0] &
  Parameters<typeof archiveHandlers>[0] &
  Parameters<typeof linkHandlers>[0] &
  Parameters<typeof replayHandlers>[0] &
  Parameters<typeof analysisHandlers>[0] &
  Parameters<typeof profileHandlers>[0] &
  Parameters<typeof cookieHandlers>[0] &
  Parameters<typeof functionHandlers>[0] &
  Parameters<typeof cachePolicyHandlers>[0] &
  Parameters<typeof activityHandlers>[0]

/** The handlers of all operations that core answers; those that change the library take turns. */
export const createHandlers = (parts: Parts): CoreHandlers =>
  writeInTurn(
    {
      ...appHandlers(parts),
      ...accountHandlers(parts.accounts),
      ...viewHandlers(parts),
      ...reviewHandlers(parts),
      ...handOverHandlers(parts),
      ...sessionHandlers(parts),
      ...archiveHandlers(parts),
      ...linkHandlers(parts),
      ...replayHandlers(parts),
      ...analysisHandlers(parts),
      ...profileHandlers(parts),
      ...cookieHandlers(parts),
      ...functionHandlers(parts),
      ...cachePolicyHandlers(parts),
      ...activityHandlers(parts),
    },
    parts.library.write,
  )
