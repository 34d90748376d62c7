import type { ArchiveRules } from '../../../contract/models/archive-models.ts'
import type { Result } from '../../../contract/result.ts'
import type { Clock } from '../../base/ports.ts'
import type { Library } from '../../library/library.ts'
import type { ArchiveAccount } from '../engine-port.ts'

/** How often link expiry is checked, and how long before it action is needed; ms. */
const LOOK_EVERY_MS = 60_000
const SOON_MS = 10 * 60_000
/** Sync reports rows many times a second. */
const GATHER_MS = 1_000

type RulesConfig = {
  library: Pick<Library, 'archiveRules' | 'sessions'>
  account: (accountId: string) => ArchiveAccount | null
  accountIds: () => string[]
  add: (accountId: string, sessionIds: string[]) => unknown
  clock: Clock
}

/** What is archived without being asked for each time. Both rules leave alone what a person took off the list. */
export const createRules = ({ library, account, accountIds, add, clock }: RulesConfig) => {
  const table = library.archiveRules
  /** Were renewed in this run, so they can be: asked about once. */
  const renewable = new Set<string>()
  const gathering = new Map<string, () => void>()
  const ended = new AbortController()
  let cancel = (): void => {}

  const archiveEnded = (accountId: string): void => {
    const { whenEnded, since } = table.get(accountId)
    if (!whenEnded) return
    const sessionIds = table.endedSince(accountId, since)
    if (sessionIds.length > 0) add(accountId, sessionIds)
  }

  /** Whether links can be renewed shows only when new ones do not live longer. */
  const look = async (accountId: string): Promise<void> => {
    if (!table.get(accountId).whenExpiring) return
    const present = account(accountId)
    if (!present?.signedIn) return
    const now = present.service.serverClock.now()
    for (const { sessionId, linksExpireAt } of table.expiring(accountId, now, now + SOON_MS)) {
      const key = JSON.stringify([accountId, sessionId])
      if (renewable.has(key)) continue
      const record = await present.service.replay(sessionId, { priority: 'bulk', signal: ended.signal })
      if (ended.signal.aborted) return
      if (record.ok && record.value.expiresAt !== null && record.value.expiresAt > linksExpireAt + 1_000) {
        renewable.add(key)
        library.sessions.setRecordingFacts(accountId, sessionId, { linksExpireAt: record.value.expiresAt })
      } else add(accountId, [sessionId])
    }
  }

  const lookLater = (): void => {
    cancel = clock.after(LOOK_EVERY_MS, async () => {
      for (const accountId of accountIds()) {
        archiveEnded(accountId)
        await look(accountId)
      }
      if (!ended.signal.aborted) lookLater()
    })
  }

  return {
    start: lookLater,
    get: (accountId: string): ArchiveRules => {
      const { whenEnded, whenExpiring } = table.get(accountId)
      return { whenEnded, whenExpiring }
    },
    set: (accountId: string, patch: Partial<ArchiveRules>): Result<ArchiveRules> => {
      const { whenEnded, whenExpiring } = table.get(accountId)
      const now = account(accountId)?.service.serverClock.now() ?? clock.now()
      const rules = { whenEnded: patch.whenEnded ?? whenEnded, whenExpiring: patch.whenExpiring ?? whenExpiring }
      return table.set(accountId, rules, now)
    },
    /** A sync brought or changed rows. */
    sessionsChanged: (accountId: string): void => {
      if (gathering.has(accountId) || ended.signal.aborted || !table.get(accountId).whenEnded) return
      gathering.set(
        accountId,
        clock.after(GATHER_MS, () => {
          gathering.delete(accountId)
          archiveEnded(accountId)
        }),
      )
    },
    /** The player's links expire and could not be renewed. */
    linksExpiring: (accountId: string, sessionId: string): void => {
      if (table.get(accountId).whenExpiring) add(accountId, [sessionId])
    },
    dispose: (): void => {
      ended.abort()
      cancel()
      for (const stop of gathering.values()) stop()
    },
  }
}
