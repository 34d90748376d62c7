import { randomUUID } from 'node:crypto'
import { arch, homedir, release } from 'node:os'
import type { Account, Health, Limit } from '../../contract/models/account-models.ts'
import { fail, ok, type Result } from '../../contract/result.ts'
import type { Clock } from '../base/ports.ts'
import type { Library } from '../library/library.ts'
import { withoutPrivate } from './private.ts'
import { amountText, reportText } from './report-text.ts'

/** Shown texts that can still be saved; the oldest is forgotten. */
const KEPT = 5
const REQUESTS = 50

type ReportConfig = {
  about: { version: string; runtime: 'electron' | 'chromium-host'; platform: string }
  library: Library
  accounts: () => Account[]
  health: () => Health
  limit: () => Limit
  recentLines: () => string[]
  /** Folders whose names must not leave the program, absolute. */
  folders: () => string[]
  /** Keys and tokens of every account that are at hand. */
  secrets: () => string[]
  clock: Clock
}

const hostsOf = (accounts: readonly Account[]): string[] =>
  accounts.flatMap(({ baseUrl }) => {
    const { host, hostname } = new URL(baseUrl)
    return [host, hostname]
  })

/** Problem reports: a text that is shown first, and saved exactly as it was shown. */
export const createReports = (config: ReportConfig) => {
  const { about, library, clock } = config
  const shown = new Map<string, string>()

  const versions = (): [string, string][] => {
    const { node, electron, chrome } = process.versions
    return [
      ['Replay Desk', about.version],
      ['runs in', electron ? `Electron ${electron}, Chromium ${chrome}` : about.runtime],
      ['Node.js', node],
      ['system', `${about.platform} ${release()} ${arch()}`],
    ]
  }
  const counts = (account: Account | null): [string, string][] => [
    ['accounts', String(config.accounts().length)],
    ['sessions in the list', account ? String(library.sessions.count(account.id)) : '0'],
    ...[...library.archive.counts()].map(([state, { items, bytes }]): [string, string] => [
      `archive, ${state}`,
      amountText(items, bytes),
    ]),
    ['notices', String(library.notices.list().length)],
  ]

  return {
    make: (note: string): Result<{ reportId: string; text: string }> => {
      const at = clock.now()
      const accounts = config.accounts()
      const account = accounts.find(({ active }) => active) ?? null
      const known = { folders: [homedir(), ...config.folders()], hosts: hostsOf(accounts), secrets: config.secrets() }
      const text = reportText({
        at,
        zoneMinutes: -new Date(at).getTimezoneOffset(),
        versions: versions(),
        account,
        settings: library.settings.get(),
        counts: counts(account),
        health: config.health(),
        limit: config.limit(),
        requests: account ? library.journal.latest(account.id, REQUESTS) : [],
        lines: config.recentLines(),
        note,
        clean: (words) => withoutPrivate(words, known),
      })
      const reportId = randomUUID()
      shown.set(reportId, text)
      const [oldest] = shown.keys()
      if (shown.size > KEPT && oldest !== undefined) shown.delete(oldest)
      return ok({ reportId, text })
    },
    /** The text that was shown under this id. */
    text: (reportId: string): Result<string> => {
      const text = shown.get(reportId)
      return text === undefined
        ? fail('not-found', 'This report is no longer available.', { next: 'Create the report again.' })
        : ok(text)
    },
  }
}
