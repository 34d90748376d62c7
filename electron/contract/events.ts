import type { Account, Health, Limit } from './account-models.ts'
import type { ArchiveItem, ArchiveTotals } from './archive-models.ts'
import type { ProfileList } from './cookie-models.ts'
import type { EventName } from './names.ts'
import type { Replay } from './replay-models.ts'
import type { SyncState } from './session-models.ts'
import type { Settings } from './settings-models.ts'

/** Payloads are built by core, so they need no parsing on arrival. */
type Payloads = {
  'accounts.changed': Account[]
  /** Rows changed; null ids mean "many": ask again. */
  'sessions.changed': { accountId: string; sessionIds: string[] | null }
  'sync.changed': SyncState
  'replay.changed': Replay
  /** Items that changed since the last telling (at most four times a second); null means many: ask again. */
  'archive.changed': { items: ArchiveItem[] | null; removed: string[]; totals: ArchiveTotals }
  'limit.changed': Limit
  'health.changed': Health
  'settings.changed': Settings
  'profiles.changed': ProfileList
  /** Requests were made (told at most four times a second), or the journal was cleared. */
  'activity.changed': { newest: number | null }
  notice: { id: string; message: string; next?: string }
  /** A `replaydesk://` link was opened and understood. */
  'link.opened': { sessionId: string; atMs: number | null }
  /** A menu item of the window was chosen. */
  command: { name: 'palette' | 'settings' | 'help' | 'sync' | 'connect' }
}

/** What main tells the page unasked; a name without a payload does not compile. */
export type Events = { [N in EventName]: Payloads[N] }
