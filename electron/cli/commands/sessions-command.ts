import type { SessionRow } from '../../contract/models/session-models.ts'
import { humanize } from '../../contract/text/humanize.ts'
import { formatDuration, isoTime } from '../../contract/text/quantities.ts'
import { failureOf } from '../../contract/text/session-failure.ts'
import { readQuery } from '../../core/library/sessions/query/query-reader.ts'
import { fieldsOf, hasWords, sessionFilter } from '../../core/library/sessions/query/session-filter.ts'
import type { SessionRecord } from '../../core/service/answers/wire.ts'
import { connect } from '../connect.ts'
import type { Context, ServiceOptions } from '../context.ts'
import { formatTime } from '../output/terminal-text.ts'
import { printPages } from '../pages.ts'

export type SessionsOptions = ServiceOptions & { limit: number; status?: string; query?: string; ids?: boolean }

const HEAD = ['Session', 'Started', 'Length', 'State', 'Error and title']

/** What is known of a session that no library holds. */
const UNKNOWN: Omit<SessionRow, keyof SessionRecord> = {
  accountId: '',
  title: null,
  origin: 'listed',
  recording: 'unknown',
  videoDurationMs: null,
  linksExpireAt: null,
  verdict: null,
  verdictReason: null,
  tags: [],
  note: null,
  timedNotes: 0,
  positionMs: null,
  lastOpenedAt: null,
  analysis: null,
}

/** The sessions the service lists, in its order, page by page. */
export const sessions = async (context: Context, options: SessionsOptions): Promise<number> => {
  const { out, stop } = context
  const parts = readQuery(options.query ?? '')
  if (!parts.ok) return out.problem(parts.problem)
  const connected = await connect(context, options)
  if (!connected.ok) return out.problem(connected.problem)
  const { service, rowOf, close } = connected.value
  const { test, words } = sessionFilter(parts.value, Date.now())
  const matches = (row: SessionRow): boolean => {
    const fields = fieldsOf(row)
    return (test === null || test(fields)) && hasWords(fields, words)
  }
  const rows: string[][] = []
  const take = (session: SessionRecord): boolean => {
    const { sessionId, status, createdAt, closedAt, durationMs, error, closeReason, browserType, stepCount } = session
    if (options.status !== undefined && status !== options.status) return false
    const known = rowOf(sessionId)
    if (!matches({ ...UNKNOWN, ...known, ...session })) return false
    const title = known?.title ?? session.serviceTitle
    const { startAddress } = session
    const times = { createdAt: isoTime(createdAt), closedAt: isoTime(closedAt), durationMs }
    out.record({
      session: sessionId,
      title,
      startAddress,
      status,
      ...times,
      error,
      closeReason,
      browserType,
      stepCount,
    })
    if (options.ids) out.id(sessionId)
    else
      rows.push([
        sessionId,
        formatTime(createdAt),
        formatDuration(durationMs),
        humanize(status),
        [failureOf(session), title ?? startAddress].filter(Boolean).join(' · '),
      ])
    return true
  }
  return printPages(context, {
    what: 'sessions',
    head: HEAD,
    rows,
    layout: { ids: 0 },
    limit: options.limit,
    fetch: (page) => service.sessions(page, { signal: stop.signal }),
    idOf: ({ sessionId }) => sessionId,
    take,
    close,
  })
}
