import type { Clock, Log } from '../ports.ts'
import { createAccountsTable } from './accounts-table.ts'
import { createArchiveRules } from './archive-rules-table.ts'
import { createArchiveTable } from './archive-table.ts'
import { createAttempt, START_AGAIN } from './attempt.ts'
import { markSuspect, type Notice, openDatabase } from './database.ts'
import { createFunctionsTable } from './functions-table.ts'
import { createHealthTable } from './health-table.ts'
import { createIndexStore } from './index-store.ts'
import { createJournalQuery } from './journal-query.ts'
import { createJournalTable } from './journal-table.ts'
import { createMarksTable } from './marks-table.ts'
import { createNoticesTable } from './notices-table.ts'
import { createProfilesTable } from './profiles-table.ts'
import { createReviewsTable } from './reviews-table.ts'
import { createSessionsTable } from './sessions-table.ts'
import { createSettingsTable } from './settings-table.ts'
import { createSnapshotsTable } from './snapshots-table.ts'
import { createSyncTable } from './sync-table.ts'
import { createTexts } from './texts.ts'

type LibraryConfig = {
  folder: string
  clock: Clock
  log: Log
  /** What happens to the file while the program runs, once per run. */
  onNotice?: (notice: Notice) => void
}

const DAMAGED: Notice = {
  id: 'library-damaged',
  message: 'The library is damaged, so the list may have holes.',
  next: START_AGAIN,
}

/** Recordings then go where the person does not expect them, so it is said; other settings fall back quietly. */
const FOLDER_IGNORED: Notice = {
  id: 'archive-folder-ignored',
  message: 'The stored archive folder is not an absolute path, so recordings go to Replay Desk in your videos folder.',
  next: 'Choose the archive folder under Settings.',
}

export type Library = ReturnType<typeof openLibrary>

/**
 * Opens the library in `folder` (created when missing). Always answers one that works; what had to be done for
 * that (X10) is in `notices`. Calls answer Results with code `storage` when the disk or database refuses.
 */
export const openLibrary = ({ folder, clock, log, onNotice = () => {} }: LibraryConfig) => {
  const { db, place, notice } = openDatabase(folder, clock, log)
  let damaged = false
  const attempt = createAttempt(log, () => {
    if (damaged) return
    damaged = true
    markSuspect(folder)
    onNotice(DAMAGED)
  })
  const now = () => clock.now()
  const indexes = createIndexStore(db, attempt)
  const texts = createTexts(db)
  const sessions = createSessionsTable(db, attempt, indexes, texts, now)
  const notices = createNoticesTable(db, attempt, now)
  if (notice) notices.add(notice)
  const settings = createSettingsTable(db, attempt)
  if (settings.ignored().includes('archiveFolder')) notices.add(FOLDER_IGNORED)

  return {
    /** `memory`: nothing of this run is kept. */
    place,
    sessions,
    reviews: createReviewsTable(db, attempt, indexes, texts, sessions.find),
    marks: createMarksTable(db, attempt, indexes, texts, now),
    settings,
    accounts: createAccountsTable(db, attempt, now, indexes.drop),
    journal: { ...createJournalTable(db, attempt), ...createJournalQuery(db, attempt) },
    health: createHealthTable(db, attempt),
    sync: createSyncTable(db, attempt),
    archive: createArchiveTable(db, attempt, sessions.touch),
    archiveRules: createArchiveRules(db, attempt),
    functions: createFunctionsTable(db, attempt),
    profiles: createProfilesTable(db, attempt),
    snapshots: createSnapshotsTable(db, attempt),
    notices,
    /** Ends cleanly: the write-ahead log is folded in and removed. Safe to call twice. */
    close: (): void => {
      if (db.isOpen) db.close()
    },
  }
}
