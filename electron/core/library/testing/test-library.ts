import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HeaderLines } from '../../../contract/models/cache-policy-models.ts'
import type { SessionQuery } from '../../../contract/models/session-models.ts'
import type { Clock, Log } from '../../base/ports.ts'
import type { JournalEntry, Traffic } from '../../service/journal.ts'
import { openLibrary } from '../library.ts'
import type { ListedSession } from '../sessions/sessions-table.ts'

/** What the tests of library, accounts and sync share. */
export const TEST_NOW = Date.UTC(2026, 10, 27, 12)

export const testFolder = (): { folder: string; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'library-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export const quietLog = (): Log & { lines: string[] } => {
  const lines: string[] = []
  const keep = (line: string) => void lines.push(line)
  return { lines, info: keep, warn: keep, error: keep }
}

export const stillClock = (): Clock => ({ now: () => TEST_NOW, after: () => () => {} })

export const testLibrary = (folder: string) =>
  unwrap(openLibrary({ folder, clock: stillClock(), log: quietLog(), mayReplace: true }))

export const listedSession = (sessionId: string, patch: Partial<ListedSession> = {}): ListedSession => ({
  sessionId,
  status: 'closed',
  createdAt: TEST_NOW - 60_000,
  closedAt: TEST_NOW,
  durationMs: 60_000,
  error: null,
  closeReason: null,
  browserType: 'chromium',
  viewport: { width: 1280, height: 720 },
  stepCount: 4,
  serviceTitle: null,
  startAddress: null,
  ...patch,
})

export const listQuery = (patch: Partial<SessionQuery> = {}): SessionQuery => ({
  text: '',
  chips: [],
  sort: 'started',
  direction: 'desc',
  offset: 0,
  limit: 100,
  ...patch,
})

export const requestEntry = (patch: Partial<JournalEntry> = {}): JournalEntry => ({
  at: TEST_NOW,
  accountId: 'me',
  method: 'GET',
  path: '/health',
  status: 200,
  ms: 3,
  limitLeft: 9,
  limitTotal: 100,
  problem: null,
  ...patch,
})

export const requestTraffic = (sent: HeaderLines = [], received: HeaderLines = []): Traffic => ({
  sent: { method: 'GET', url: 'https://api.example.com/health', headers: sent },
  received: { status: 200, headers: received, ms: 3, bytes: 2 },
})

/** The value of a Result, or a failing test with its sentence. */
export const unwrap = <T>(result: { ok: true; value: T } | { ok: false; problem: { message: string } }): T => {
  if (!result.ok) throw new Error(result.problem.message)
  return result.value
}
