import type { ActivityOutcome } from '../../contract/constants/activity-constants.ts'
import type { ProblemCode } from '../../contract/result.ts'
import type { HeaderLine } from './http/wire-lines.ts'
import { cut, isSecretName, redact } from './redaction/redact.ts'

/** One request to the service, as the activity log keeps it: never a body, a header or a secret. */
export type JournalEntry = {
  /** Epoch ms, local clock, of sending. */
  at: number
  accountId: string
  method: string
  /** Below the base URL; ids as they were sent, secret query values redacted. */
  path: string
  /** Null: no answer came. */
  status: number | null
  ms: number
  /** Requests left in the window, when the answer has them. */
  limitLeft: number | null
  /** Requests of the whole window, when the answer has them. */
  limitTotal: number | null
  problem: ProblemCode | null
}

/** One request as it travelled and what came back, redacted: may be shown and kept. */
export type Traffic = {
  sent: { method: string; url: string; headers: HeaderLine[] }
  /** Null: no answer came. `ms` from sending to the last byte; `bytes` of the body, decoded, as far as it was read. */
  received: { status: number; headers: HeaderLine[]; ms: number; bytes: number } | null
}

/** Who keeps the entries; `traffic` has the header lines of the same request, redacted. */
export type Journal = (entry: JournalEntry, traffic: Traffic) => void

/** Path and query below the base URL for journal and log lines. */
export const journalPath = (path: string, query: [string, string][], secrets: Iterable<string | null> = []): string => {
  const pairs = query.map(([name, value]) => `${name}=${isSecretName(name) ? '[redacted]' : encodeURIComponent(value)}`)
  return cut(redact(path + (pairs.length > 0 ? `?${pairs.join('&')}` : ''), secrets), 2_000)
}

type Facts = Omit<JournalEntry, 'path'> & { path: string; query: [string, string][]; secrets: Iterable<string | null> }

/** Builds an entry whose numbers are finite and whose path holds no secret. */
export const journalEntry = ({ query, secrets, ...facts }: Facts): JournalEntry => ({
  ...facts,
  path: journalPath(facts.path, query, secrets),
  ms: Math.max(0, Math.round(facts.ms)),
})

/** What became of a request, from its status (null: no answer came) and its problem code. */
export const outcomeOf = (status: number | null, problem: string | null): ActivityOutcome => {
  if (status === null) return 'none'
  if (status === 429) return 'limited'
  if (status >= 400 && status < 500) return 'refused'
  return status >= 200 && status < 300 && problem === null ? 'ok' : 'failed'
}
