import type { Account, Health, Limit } from './models/account-models.ts'
import type { AnalysisStatus } from './models/analysis-models.ts'
import type { ArchiveItem, ArchiveTotals } from './models/archive-models.ts'
import type { ProfileList } from './models/cookie-models.ts'
import type { Replay } from './models/replay-models.ts'
import type { SyncState } from './models/session-models.ts'
import type { Settings } from './models/settings-models.ts'
import type { Problem } from './result.ts'

/** `account`: whose session it is; null: the link names none and none is in use. `problem`: whose is not known here. */
export type ArrivedLink = {
  sessionId: string
  /** ms of video time. */
  atMs: number | null
  account: { id: string; label: string; active: boolean } | null
  problem: Problem | null
}

/** What main tells the page unasked, by name. Payloads are built by core, so they need no parsing on arrival. */
export type Events = {
  'accounts.changed': Account[]
  /** Rows changed; null ids mean "many": reload. */
  'sessions.changed': { accountId: string; sessionIds: string[] | null }
  'sync.changed': SyncState
  'replay.changed': Replay
  /** Items that changed since the last event (at most four times a second); null means many: reload. */
  'archive.changed': { items: ArchiveItem[] | null; removed: string[]; totals: ArchiveTotals }
  /** Status or progress (at most four times a second). `session`: its analysis is another one now, ask for it again. */
  'analysis.changed': { status: AnalysisStatus; session: { accountId: string; sessionId: string } | null }
  /** A job may wait, or the page's own may go on: `analysis.takeJob`. */
  'analysis.jobs': null
  /** An export of reviews reads sessions (at most five times a second). */
  'reviews.progress': { done: number; total: number }
  'limit.changed': Limit
  'health.changed': Health
  'settings.changed': Settings
  'profiles.changed': ProfileList
  /** Requests were made (told at most four times a second), or the journal was cleared. */
  'activity.changed': { newest: number | null }
  notice: { id: string; message: string; next?: string }
  /** A `replaydesk://` link came in. Nothing is done for it until the page says `link.open`. */
  'link.arrived': ArrivedLink
  /** The program is about to quit: save what waits, then answer with `app.flushed`. */
  'app.flush': null
  /** A menu item of the window was selected. */
  command: { name: 'palette' | 'settings' | 'help' | 'sync' | 'connect' }
}

export type EventName = keyof Events
