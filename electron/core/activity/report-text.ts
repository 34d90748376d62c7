import type { Account, Health, Limit } from '../../contract/models/account-models.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../contract/models/settings-models.ts'
import { formatBytes } from '../../contract/text/quantities.ts'
import type { JournalEntry } from '../service/journal.ts'
import { cut } from '../service/redaction/redact.ts'
import { createIdMask } from './private.ts'

type ReportFacts = {
  /** Epoch ms. */
  at: number
  /** Minutes east of UTC. */
  zoneMinutes: number
  /** Name → version, such as `Node.js` → `24.0.0`. */
  versions: [name: string, version: string][]
  account: Account | null
  settings: Settings
  /** What → how many, in words. */
  counts: [what: string, many: string][]
  health: Health
  limit: Limit
  /** Newest first. */
  requests: readonly JournalEntry[]
  /** Warnings and errors since the start, oldest first. */
  lines: readonly string[]
  note: string
  /** Removes secrets, hosts and paths from foreign text (private.ts). */
  clean: (text: string) => string
}

const NAME_WIDTH = 26
const LONGEST_VERSION = 60
const stamp = (ms: number | null): string => (ms === null ? 'unknown' : new Date(ms).toISOString())
const yes = (value: boolean | null): string => (value === null ? 'unknown' : value ? 'yes' : 'no')
const known = (value: unknown): string => (value === null || value === '' ? 'unknown' : String(value))
const table = (rows: [string, string][]): string[] =>
  rows.map(([name, value]) => `  ${name.padEnd(NAME_WIDTH)}${value}`)

const zone = (minutes: number): string => {
  const size = Math.abs(minutes)
  const two = (n: number): string => String(n).padStart(2, '0')
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

const accountRows = (account: Account | null, clean: (text: string) => string): [string, string][] => {
  if (!account) return [['connected', 'no']]
  const { protocol, pathname } = new URL(account.baseUrl)
  const place = account.tokenPlace
  const kept = { keychain: 'in the keychain', memory: 'in memory only', sample: 'sample', none: 'nowhere' }[place.kind]
  return [
    ['connected by', account.method],
    ['signed in', yes(account.signedIn)],
    ['key kept', place.kind === 'memory' ? `${kept}: ${clean(place.reason)}` : kept],
    ['address', `${protocol}//[host]${pathname === '/' ? '' : '/…'}`],
    ['header prefix', account.headerPrefix === 'X-Service-' ? 'as usual' : 'its own'],
    ['lists sessions', yes(account.listsSessions)],
  ]
}

/** Settings that are names and keys of the person's own say only whether they are. */
const OWN = new Set<keyof Settings>(['archiveFolder', 'archiveName', 'shortcuts'])
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const settingRows = (settings: Settings): [string, string][] =>
  (Object.keys(DEFAULT_SETTINGS) as (keyof Settings)[]).map((name) => [
    name,
    !OWN.has(name) ? String(settings[name]) : same(settings[name], DEFAULT_SETTINGS[name]) ? 'as usual' : 'its own',
  ])

const requestLine =
  (mask: (path: string) => string) =>
  (entry: JournalEntry): string => {
    const { at, method, path, status, ms, limitLeft, limitTotal, problem } = entry
    const left = limitLeft === null ? 'limit unknown' : `${limitLeft}/${limitTotal ?? '?'} left`
    return `  ${stamp(at)}  ${method} ${mask(path)}  ${status ?? 'no answer'}  ${ms} ms  ${left}${problem ? `  ${problem}` : ''}`
  }

const section = (title: string, lines: readonly string[], empty: string): string =>
  [title, ...(lines.length > 0 ? lines : [`  ${empty}`])].join('\n')

/** The text of a problem report, for people first. */
export const reportText = (facts: ReportFacts): string => {
  const { at, versions, account, settings, counts, health, limit, requests, lines, clean } = facts
  const mask = createIdMask()
  const note = clean(facts.note).trim()
  const newest = requests.map(requestLine(mask))
  return `${[
    [
      'Replay Desk: problem report',
      `Made ${stamp(at)}, local time ${zone(facts.zoneMinutes)}. Replay Desk does not send it anywhere.`,
      '',
      'It contains only what you see below. Left out: keys, passwords, cookies, signed links, search texts, and the names',
      'of hosts, accounts, people, folders and files. Ids of sessions, profiles and connections appear as {1}, {2} and so on.',
      '"What happened" is the text of the person who made the report.',
    ].join('\n'),
    section(
      'What happened',
      note === '' ? [] : note.split(/\r?\n/).map((line) => `  ${line}`),
      'No description was entered.',
    ),
    section('Program', table(versions), ''),
    section('Account', table(accountRows(account, clean)), ''),
    section(
      'Service',
      table([
        ['state', health.state],
        ['version', cut(clean(known(health.version)), LONGEST_VERSION)],
        ['response time', health.latencyMs === null ? 'unknown' : `${Math.round(health.latencyMs)} ms`],
        ['checked', stamp(health.checkedAt)],
        ['last response', stamp(health.lastUpAt)],
        ...(health.problem
          ? [['problem', `${health.problem.code}: ${clean(health.problem.message)}`] as [string, string]]
          : []),
        ['limit', `${known(limit.remaining)} of ${known(limit.limit)} left`],
        ['limit resets', stamp(limit.resetsAt)],
        ['requests waiting', String(limit.waiting)],
        ['paused until', limit.pausedUntil === null ? 'not paused' : stamp(limit.pausedUntil)],
      ]),
      '',
    ),
    section('Counts', table(counts), ''),
    section('Settings', table(settingRows(settings)), ''),
    section(`Last requests, newest first (${requests.length})`, newest, 'None.'),
    section(
      'Warnings and errors since the start',
      lines.map((line) => `  ${clean(line)}`),
      'None.',
    ),
  ].join('\n\n')}\n`
}

/** Items and bytes of one state of the archive, in words. */
export const amountText = (items: number, bytes: number): string => `${items}, ${formatBytes(bytes)}`
