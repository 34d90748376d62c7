import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { ok, type Result } from '../../contract/result.ts'
import type { Clock, Log } from '../base/ports.ts'
import { createCheckpoints } from './database/checkpoints.ts'
import { FILE_NAME, markSuspect, type Notice, openDatabase } from './database/database.ts'
import { createFileWatch } from './database/file-watch.ts'
import { createRunSql, START_AGAIN } from './database/sql-result.ts'
import { createWriteQueue } from './database/write-queue.ts'
import { createReviewMerge } from './hand-over/merge-reviews.ts'
import { createReviewRows } from './hand-over/review-rows.ts'
import { createReviewQueue } from './review/review-queue.ts'
import { createBulkReviews } from './sessions/bulk/bulk-reviews.ts'
import { createTexts } from './sessions/full-text.ts'
import { createIndexStore } from './sessions/index-store.ts'
import { createSessionsTable } from './sessions/sessions-table.ts'
import { createAccountsTable } from './tables/accounts-table.ts'
import { createAnalysesTable } from './tables/analyses-table.ts'
import { createArchiveRules } from './tables/archive-rules-table.ts'
import { createArchiveTable } from './tables/archive-table.ts'
import { createFunctionsTable } from './tables/functions-table.ts'
import { createHealthTable } from './tables/health-table.ts'
import { createJournalQuery } from './tables/journal-query.ts'
import { createJournalTable } from './tables/journal-table.ts'
import { createMarksTable } from './tables/marks-table.ts'
import { createNoticesTable } from './tables/notices-table.ts'
import { createPlainSources } from './tables/plain-sources.ts'
import { createProfilesTable } from './tables/profiles-table.ts'
import { createReviewsTable } from './tables/reviews-table.ts'
import { createSettingsTable } from './tables/settings-table.ts'
import { createSnapshotsTable } from './tables/snapshots-table.ts'
import { createSyncTable } from './tables/sync-table.ts'
import { registerTextFilter } from './tables/text-filter.ts'
import { createViewsTable } from './tables/views-table.ts'

type LibraryConfig = {
  folder: string
  clock: Clock
  log: Log
  /** Whether a damaged or emptied file may be set aside and a new one begun: the desktop program alone does. */
  mayReplace?: boolean
}

/** Another program may remove the file or write into it at any time. */
const LOOK_EVERY_MS = 2_000

const DAMAGED: Notice = {
  id: 'library-damaged',
  message: 'The library is damaged, so the list may be incomplete.',
  next: START_AGAIN,
}

/** Recordings then go where the person does not expect them, so there is a notice. */
const FOLDER_IGNORED: Notice = {
  id: 'archive-folder-ignored',
  message: 'The stored archive folder is not an absolute path, so recordings go to Replay Desk in your videos folder.',
  next: 'Choose the archive folder under Settings.',
}

const SHORTCUTS_IGNORED: Notice = {
  id: 'shortcuts-unreadable',
  message: 'The stored keyboard shortcuts cannot be read, so the default keys are used.',
  next: 'Set yours again under Settings › Keyboard shortcuts.',
}

/** Events of the open library, once there is a listener. */
type Listener = {
  onNotice: (notice: Notice) => void
  /** Another program changed something in it. */
  onOtherProgram: () => void
}

export type Library = ReturnType<typeof assemble>

const assemble = (db: DatabaseSync, notice: Notice | null, { folder, clock, log }: LibraryConfig) => {
  registerTextFilter(db)
  let damaged = false
  let refusals = 0
  let listener: Listener | null = null
  /** What happened to the file in this run: the file itself may be what cannot keep it. */
  const ofThisRun: Notice[] = []
  const tell = (news: Notice): void => {
    ofThisRun.push(news)
    listener?.onNotice(news)
  }
  const file = join(folder, FILE_NAME)
  const watch = createFileWatch({ db, file, clock, log, onNotice: tell })
  const checkpoints = createCheckpoints(db, file)
  const attempt = createRunSql(log, {
    onDamaged: () => {
      if (damaged) return
      damaged = true
      markSuspect(folder)
      tell(DAMAGED)
    },
    onInUse: () => {
      refusals += 1
    },
    stopped: watch.stopped,
  })
  const queue = createWriteQueue({
    db,
    clock,
    refusals: () => refusals,
    before: watch.look,
    onNotice: (news) => listener?.onNotice(news),
  })
  const now = () => clock.now()
  const indexes = createIndexStore(db, attempt)
  const texts = createTexts(db)
  const sessions = createSessionsTable(db, attempt, indexes, texts, now)
  const notices = createNoticesTable(db, attempt, now)
  if (notice) notices.add(notice)
  const settings = createSettingsTable(db, attempt)
  const ignored = settings.ignored()
  if (ignored.includes('archiveFolder')) notices.add(FOLDER_IGNORED)
  if (ignored.includes('shortcuts')) notices.add(SHORTCUTS_IGNORED)

  const version = db.prepare('PRAGMA data_version')
  let seen = version.get()?.data_version
  let stopLooking = (): void => {}
  const look = (): void => {
    if (!db.isOpen) return
    watch.look()
    const current = attempt('looking for changes', () => version.get()?.data_version)
    if (current.ok && current.value !== seen) {
      seen = current.value
      listener?.onOtherProgram()
    }
    if (watch.stopped() === null) attempt('measuring the log', checkpoints.look)
    stopLooking = clock.after(LOOK_EVERY_MS, look)
  }
  stopLooking = clock.after(LOOK_EVERY_MS, look)

  return {
    sessions,
    reviews: createReviewsTable(db, attempt, indexes, texts, sessions.find, now),
    bulkReviews: createBulkReviews(db, attempt, indexes, texts, now),
    reviewRows: createReviewRows(db, attempt),
    reviewMerge: createReviewMerge(db, attempt, queue, indexes, texts),
    reviewQueue: createReviewQueue(db, attempt, indexes, texts, now),
    views: createViewsTable(db, attempt),
    marks: createMarksTable(db, attempt, indexes, texts, now),
    settings,
    accounts: createAccountsTable(db, attempt, now, indexes.drop),
    journal: { ...createJournalTable(db, attempt, queue), ...createJournalQuery(db, attempt) },
    health: createHealthTable(db, attempt),
    sync: createSyncTable(db, attempt, queue),
    archive: createArchiveTable(db, attempt, sessions.touch),
    archiveRules: createArchiveRules(db, attempt),
    analyses: createAnalysesTable(db, attempt, now, sessions.touch),
    functions: createFunctionsTable(db, attempt),
    plainSources: createPlainSources(db, attempt),
    profiles: createProfilesTable(db, attempt),
    snapshots: createSnapshotsTable(db, attempt),
    notices: {
      ...notices,
      list: (): Notice[] => [...notices.list(), ...ofThisRun],
    },
    /** Changes of the person: in order, answered once they are committed, also when another program holds the lock. */
    write: queue.write,
    /** When every change asked for so far has ended. */
    idle: queue.idle,
    listen: (next: Listener): void => {
      listener = next
    },
    /** Ends cleanly: the write-ahead log is folded in and removed. Safe to call twice. */
    close: (): void => {
      stopLooking()
      if (!db.isOpen) return
      watch.look() // what only this connection still holds is saved before it goes
      db.close()
    },
  }
}

/**
 * Opens the library in `folder` (created when missing), or answers a `storage` problem and leaves the file as it is
 * (database.ts). What had to be done to open it is in `notices`. Calls answer Results with code `storage` when the disk
 * or database refuses.
 */
export const openLibrary = (config: LibraryConfig): Result<Library> => {
  const opened = openDatabase({ mayReplace: false, ...config })
  return opened.ok ? ok(assemble(opened.value.db, opened.value.notice, config)) : opened
}

/** The same, tried again for at most `waitMs` while another program holds the library; nothing else waits meanwhile. */
export const openLibraryWhenFree = async (
  config: LibraryConfig,
  { waitMs, signal }: { waitMs: number; signal?: AbortSignal },
): Promise<Result<Library>> => {
  const begun = config.clock.now()
  for (;;) {
    const opened = openLibrary(config)
    const waitsMore = Math.abs(config.clock.now() - begun) < waitMs && !signal?.aborted
    if (opened.ok || opened.problem.retryAfterMs === undefined || !waitsMore) return opened
    await new Promise<void>((resolve) => void config.clock.after(200, resolve))
  }
}
