import type { DatabaseSync } from 'node:sqlite'
import { indexText } from '../sessions/session-search.ts'
import { LibraryRefused } from './refusals.ts'

/**
 * One step per version of the database; a step is never edited after it was released. `PRAGMA user_version`
 * holds the number of steps done. No table holds a secret: tokens live in the keychain (design, Safety).
 *
 * Reviews and marks hang on account and session id, not on the row of the list: what a person wrote survives
 * `sessions.forget` and comes back when the id is pasted again.
 */
export const STEPS: readonly string[] = [
  `
  CREATE TABLE accounts (
    id TEXT PRIMARY KEY, label TEXT NOT NULL, base_url TEXT NOT NULL, header_prefix TEXT NOT NULL,
    method TEXT NOT NULL, user_name TEXT, lists_sessions INTEGER, active INTEGER NOT NULL DEFAULT 0,
    secret_slot INTEGER NOT NULL DEFAULT 0, secret_stored INTEGER NOT NULL DEFAULT 0, created_at REAL NOT NULL
  ) STRICT;

  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE sessions (
    id INTEGER PRIMARY KEY, account_id TEXT NOT NULL, session_id TEXT NOT NULL, status TEXT NOT NULL,
    created_at REAL, closed_at REAL, duration_ms REAL, error TEXT, close_reason TEXT, browser_type TEXT,
    viewport_width REAL, viewport_height REAL, step_count REAL, origin TEXT NOT NULL,
    recording TEXT NOT NULL DEFAULT 'unknown', video_duration_ms REAL, links_expire_at REAL,
    position_ms REAL, last_opened_at REAL,
    UNIQUE (account_id, session_id)
  ) STRICT;
  CREATE INDEX sessions_by_account ON sessions (account_id);
  CREATE INDEX sessions_by_start ON sessions (account_id, created_at);

  CREATE TABLE reviews (
    account_id TEXT NOT NULL, session_id TEXT NOT NULL, title TEXT, verdict TEXT, verdict_reason TEXT,
    tags TEXT NOT NULL DEFAULT '[]', note TEXT,
    PRIMARY KEY (account_id, session_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE marks (
    id TEXT PRIMARY KEY, account_id TEXT NOT NULL, session_id TEXT NOT NULL, at_ms REAL NOT NULL,
    text TEXT NOT NULL, created_at REAL NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX marks_by_session ON marks (account_id, session_id, at_ms);

  CREATE VIRTUAL TABLE session_texts USING fts5(
    note, tags, marks, content='', contentless_delete=1,
    tokenize='unicode61 remove_diacritics 2', prefix='1 2 3'
  );

  CREATE TABLE journal (
    id INTEGER PRIMARY KEY, at REAL NOT NULL, account_id TEXT NOT NULL, method TEXT NOT NULL, path TEXT NOT NULL,
    status INTEGER, ms REAL NOT NULL, limit_left REAL, problem TEXT
  ) STRICT;

  CREATE TABLE sync (
    account_id TEXT PRIMARY KEY, next_page INTEGER, finished_at REAL, full_at REAL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE notices (
    id TEXT PRIMARY KEY, message TEXT NOT NULL, next TEXT, at REAL NOT NULL, dismissed INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  `,
  // Items outlive their account and their row in the list: the files are the person's. The order of the queue is
  // an index of its own, so that choosing the next of 100,000 costs nothing.
  `
  CREATE TABLE archive_items (
    id TEXT PRIMARY KEY, account_id TEXT NOT NULL, account_label TEXT NOT NULL, base_url TEXT NOT NULL,
    session_id TEXT NOT NULL, title TEXT, status TEXT, created_at REAL, closed_at REAL,
    state TEXT NOT NULL, source TEXT, bytes REAL NOT NULL DEFAULT 0, total_bytes REAL,
    file_name TEXT, sha256 TEXT, duration_ms REAL, start_ms REAL, verified INTEGER NOT NULL DEFAULT 0,
    partial INTEGER NOT NULL DEFAULT 0, accept_partial INTEGER NOT NULL DEFAULT 0,
    warnings TEXT NOT NULL DEFAULT '[]', problem TEXT, sidecar TEXT,
    links_expire_at REAL, added_at REAL NOT NULL, finished_at REAL,
    UNIQUE (account_id, session_id)
  ) STRICT;
  CREATE INDEX archive_next ON archive_items (ifnull(links_expire_at, 9e15), ifnull(created_at, added_at))
    WHERE state IN ('queued', 'interrupted', 'waiting');
  CREATE INDEX archive_by_state ON archive_items (state, bytes);
  CREATE INDEX archive_by_name ON archive_items (file_name COLLATE NOCASE);

  CREATE TABLE archive_rules (
    account_id TEXT PRIMARY KEY, when_ended INTEGER NOT NULL, when_expiring INTEGER NOT NULL, since REAL NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE archive_unwanted (
    account_id TEXT NOT NULL, session_id TEXT NOT NULL, PRIMARY KEY (account_id, session_id)
  ) STRICT, WITHOUT ROWID;
  `,
  // Snapshots hold values only under a key that lives in the keychain, else hashes (`payload`, see core/cookies).
  // The journal gets headers, already redacted, and the limit that came with the answer.
  `
  CREATE TABLE profiles (
    account_id TEXT NOT NULL, profile_id TEXT NOT NULL, name TEXT, created_at REAL, updated_at REAL,
    domains TEXT NOT NULL DEFAULT '[]', listed INTEGER NOT NULL, last_read_at REAL, cookie_count REAL,
    PRIMARY KEY (account_id, profile_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE cookie_snapshots (
    id TEXT PRIMARY KEY, account_id TEXT NOT NULL, profile_id TEXT NOT NULL, at REAL NOT NULL, label TEXT,
    signed_in INTEGER, cookies REAL NOT NULL, form TEXT NOT NULL, reason TEXT, payload BLOB NOT NULL, removed_at REAL
  ) STRICT;
  CREATE INDEX cookie_snapshots_by_profile ON cookie_snapshots (account_id, profile_id, at);

  CREATE TABLE functions (
    account_id TEXT NOT NULL, connection_id TEXT NOT NULL, role TEXT NOT NULL,
    used_at REAL, draft TEXT, draft_at REAL, shows TEXT NOT NULL DEFAULT 'unknown',
    source TEXT, origin TEXT, known_at REAL, version TEXT, source_function_id TEXT, source_function_version TEXT,
    PRIMARY KEY (account_id, connection_id, role)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE function_sends (
    id TEXT PRIMARY KEY, account_id TEXT NOT NULL, connection_id TEXT NOT NULL, role TEXT NOT NULL, at REAL NOT NULL,
    source TEXT NOT NULL, version TEXT, source_function_id TEXT, source_function_version TEXT
  ) STRICT;
  CREATE INDEX function_sends_by_target ON function_sends (account_id, connection_id, role, at);

  ALTER TABLE journal ADD COLUMN limit_total REAL;
  ALTER TABLE journal ADD COLUMN request_headers TEXT NOT NULL DEFAULT '[]';
  ALTER TABLE journal ADD COLUMN answer_headers TEXT NOT NULL DEFAULT '[]';
  CREATE INDEX journal_by_account ON journal (account_id, at);

  CREATE TABLE health_checks (
    account_id TEXT NOT NULL, at REAL NOT NULL, up INTEGER NOT NULL, latency_ms REAL, version TEXT,
    PRIMARY KEY (account_id, at)
  ) STRICT, WITHOUT ROWID;
  `,
  // Where an item's files lie, so that another archive folder does not lose those of the one before.
  // A session without a recording is no failure.
  `
  ALTER TABLE archive_items ADD COLUMN folder TEXT;
  UPDATE archive_items SET state = 'no-recording'
    WHERE state = 'failed' AND (problem LIKE '%"code":"no-recording"%' OR problem LIKE '%"code":"no-frames"%');
  `,
  // Texts with a dotless i were indexed under a word that is not typed (L23).
  `
  CREATE TEMP TABLE again AS
    SELECT s.id, r.note, r.verdict_reason, r.tags,
      (SELECT group_concat(text, ' ') FROM marks m WHERE m.account_id = s.account_id AND m.session_id = s.session_id) AS marks
    FROM sessions s LEFT JOIN reviews r ON r.account_id = s.account_id AND r.session_id = s.session_id;
  DELETE FROM again WHERE instr(concat(note, verdict_reason, tags, marks), 'ı') = 0;
  DELETE FROM session_texts WHERE rowid IN (SELECT id FROM again);
  INSERT INTO session_texts (rowid, note, tags, marks)
    SELECT id, index_text(concat_ws(' ', note, verdict_reason)), index_text(ifnull(tags, '')), index_text(ifnull(marks, ''))
    FROM again;
  DROP TABLE again;
  `,
  // What the service calls a session, where it does: the person's own title lies in the review and wins.
  'ALTER TABLE sessions ADD COLUMN service_title TEXT;',
  // The history holds what was read and replaced as well as what was sent.
  "ALTER TABLE function_sends ADD COLUMN origin TEXT NOT NULL DEFAULT 'sent';",
  // What came from a folder is distinguished from what the service gave.
  'ALTER TABLE archive_items ADD COLUMN imported INTEGER NOT NULL DEFAULT 0;',
  // An export without all of its parts had no code of its own: its details had one form, "incomplete: 1 of 6 missing".
  `
  CREATE TEMP TABLE counts AS SELECT id, details, substr(details, instr(details, ' of ') + 4) AS rest
    FROM (SELECT id, CASE WHEN json_valid(problem) THEN json_extract(problem, '$.details') END AS details
          FROM archive_items WHERE state = 'failed' AND problem LIKE '%"code":"media-error"%')
    WHERE details GLOB 'incomplete: [0-9]* of [0-9]*';
  UPDATE archive_items SET problem = json_set(problem, '$.code', 'incomplete', '$.incomplete', json_object(
      'missing', CAST(substr(counts.details, 13) AS INTEGER), 'total', CAST(counts.rest AS INTEGER),
      'unit', iif(counts.rest LIKE '% pictures', 'pictures', 'segments')))
    FROM counts WHERE counts.id = archive_items.id;
  DROP TABLE counts;
  `,
  `
  CREATE TABLE analyses (
    account_id TEXT NOT NULL, session_id TEXT NOT NULL, version REAL NOT NULL, said_ms REAL, state TEXT NOT NULL,
    reason TEXT, thumbnails TEXT, made_at REAL NOT NULL, duration_ms REAL, activity_ms REAL, screens REAL,
    loop_count REAL, loop_period REAL, frozen_end_ms REAL, quick TEXT, record TEXT,
    UNIQUE (account_id, session_id)
  ) STRICT;
  `,
  // Sources and drafts of functions rest sealed (core/functions/source-store.ts); the text columns are for desktops
  // without a keychain. What was plain until now is sealed and erased by the program, since a step has no key.
  `
  ALTER TABLE functions ADD COLUMN draft_id TEXT;
  ALTER TABLE functions ADD COLUMN draft_sealed BLOB;
  ALTER TABLE functions ADD COLUMN draft_hash BLOB;
  ALTER TABLE functions ADD COLUMN source_id TEXT;
  ALTER TABLE functions ADD COLUMN source_sealed BLOB;
  ALTER TABLE functions ADD COLUMN source_hash BLOB;
  ALTER TABLE function_sends ADD COLUMN sealed BLOB;
  ALTER TABLE function_sends ADD COLUMN source_hash BLOB;
  CREATE INDEX function_sends_plain ON function_sends (id) WHERE sealed IS NULL;

  CREATE TABLE chores (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  INSERT INTO chores SELECT 'erase-plain-sources'
    WHERE EXISTS (SELECT 1 FROM functions) OR EXISTS (SELECT 1 FROM function_sends);
  `,
  'ALTER TABLE sessions ADD COLUMN start_address TEXT;',
  // Queries that a person saved under a name.
  `
  CREATE TABLE saved_views (
    id TEXT PRIMARY KEY, account_id TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, sort TEXT NOT NULL,
    direction TEXT NOT NULL, position REAL NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX saved_views_by_account ON saved_views (account_id, position);
  `,
  // When a verdict was given and when anything of a review last changed; null: before this version.
  `
  ALTER TABLE reviews ADD COLUMN verdict_at REAL;
  ALTER TABLE reviews ADD COLUMN changed_at REAL;
  `,
  // The sessions that a person judges one after the other, at most one queue per account. `turn` counts what was done, so
  // that it can be undone backwards; `undo` is the review before, and the reason that was given (JSON).
  `
  CREATE TABLE review_queues (account_id TEXT PRIMARY KEY, place INTEGER) STRICT, WITHOUT ROWID;
  CREATE TABLE review_items (
    account_id TEXT NOT NULL, place INTEGER NOT NULL, session_id TEXT NOT NULL, outcome TEXT, turn INTEGER, undo TEXT,
    PRIMARY KEY (account_id, place)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX reviews_by_reason ON reviews (account_id, changed_at) WHERE verdict_reason IS NOT NULL;
  `,
  // Each verdict of a review asks for the next session, the counts and the last turn: with 10,000 sessions that were
  // four walks over all of them. A review that was ended stays until the next one, so that ending it can be undone.
  `
  CREATE INDEX review_items_by_outcome ON review_items (account_id, outcome, place);
  CREATE INDEX review_items_by_turn ON review_items (account_id, turn) WHERE turn IS NOT NULL;
  ALTER TABLE review_queues ADD COLUMN ended INTEGER NOT NULL DEFAULT 0;
  `,
  // Why a list was not read to its end: later refreshes read only what is new, and still have to say so.
  'ALTER TABLE sync ADD COLUMN list_limit TEXT;',
]

const versionOf = (db: DatabaseSync): number => Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0)

/** Throws for a library of a newer program; to be asked before anything is written, its journal mode included. */
export const refuseNewer = (db: DatabaseSync, steps: readonly string[] = STEPS): void => {
  if (versionOf(db) > steps.length) throw new LibraryRefused('newer')
}

/**
 * Brings a database to the present version, each step in its own transaction, so that an interruption leaves
 * a whole older version. Throws when the database is damaged or was written by a newer program.
 */
export const migrate = (db: DatabaseSync, steps: readonly string[] = STEPS): void => {
  refuseNewer(db, steps)
  const from = versionOf(db)
  if (from < steps.length) db.function('index_text', { deterministic: true }, (text) => indexText(String(text)))
  for (const [index, step] of steps.entries()) {
    if (index < from) continue
    db.exec('BEGIN IMMEDIATE')
    try {
      db.exec(step)
      db.exec(`PRAGMA user_version = ${index + 1}`)
      db.exec('COMMIT')
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK')
      throw error
    }
  }
}
