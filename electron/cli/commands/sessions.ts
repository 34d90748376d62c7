import { formatDuration } from '../../contract/quantities.ts'
import type { SessionRecord } from '../../core/service/wire.ts'
import { connect } from '../connect.ts'
import type { Context, ServiceOptions } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { formatTime, isoTime } from '../format.ts'

export type SessionsOptions = ServiceOptions & { limit: number; status?: string; ids?: boolean }

/** At 100 rows a page beyond anything a deployment holds, and an end for a list without one. */
const MAX_PAGES = 20_000
const HEAD = ['Session', 'Started', 'Length', 'State', 'Title or error']

/** The sessions the service lists, in its order, page by page. */
export const sessions = async (context: Context, options: SessionsOptions): Promise<number> => {
  const { out, stop } = context
  const connected = await connect(context, options)
  if (!connected.ok) return out.problem(connected.problem)
  const { service, titleOf, close } = connected.value
  const seen = new Set<string>()
  const rows: string[][] = []
  const take = (session: SessionRecord): void => {
    // New sessions push the list down while it is read: what comes twice is told once.
    if (seen.has(session.sessionId) || (options.status !== undefined && session.status !== options.status)) return
    seen.add(session.sessionId)
    const { sessionId, status, createdAt, closedAt, durationMs, error, closeReason, browserType, stepCount } = session
    const title = titleOf(sessionId)
    const times = { createdAt: isoTime(createdAt), closedAt: isoTime(closedAt), durationMs }
    out.record({ session: sessionId, title, status, ...times, error, closeReason, browserType, stepCount })
    if (options.ids) out.line(sessionId)
    else rows.push([sessionId, formatTime(createdAt), formatDuration(durationMs), status, title ?? error ?? ''])
  }
  try {
    for (let page = 1; page <= MAX_PAGES && seen.size < options.limit; page += 1) {
      out.progress(page > 1 ? `Page ${page}, ${seen.size} sessions` : null)
      const answer = await service.sessions(page, { signal: stop.signal })
      out.progress(null)
      if (!answer.ok) {
        if (rows.length > 0) out.table(HEAD, rows)
        return out.problem(answer.problem)
      }
      const { items, odd, hasNext } = answer.value
      for (const session of items) if (seen.size < options.limit) take(session)
      if (!hasNext || items.length + odd === 0) break
    }
    if (seen.size === 0) out.note('The service lists no such session.')
    else if (!options.ids) out.table(HEAD, rows)
    return EXIT.ok
  } finally {
    await close()
  }
}
