import { humanize } from '../../contract/text/humanize.ts'
import { formatDuration } from '../../contract/text/quantities.ts'
import type { SessionRecord } from '../../core/service/answers/wire.ts'
import { connect } from '../connect.ts'
import type { Context, ServiceOptions } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { formatTime, isoTime } from '../output/terminal-text.ts'
import { readPages } from '../pages.ts'

export type SessionsOptions = ServiceOptions & { limit: number; status?: string; ids?: boolean }

const HEAD = ['Session', 'Started', 'Length', 'State', 'Title or error']

/** The sessions the service lists, in its order, page by page. */
export const sessions = async (context: Context, options: SessionsOptions): Promise<number> => {
  const { out, stop } = context
  const connected = await connect(context, options)
  if (!connected.ok) return out.problem(connected.problem)
  const { service, titleOf, close } = connected.value
  const rows: string[][] = []
  const take = (session: SessionRecord): boolean => {
    const { sessionId, status, createdAt, closedAt, durationMs, error, closeReason, browserType, stepCount } = session
    if (options.status !== undefined && status !== options.status) return false
    const title = titleOf(sessionId) ?? session.serviceTitle
    const times = { createdAt: isoTime(createdAt), closedAt: isoTime(closedAt), durationMs }
    out.record({ session: sessionId, title, status, ...times, error, closeReason, browserType, stepCount })
    if (options.ids) out.id(sessionId)
    else
      rows.push([sessionId, formatTime(createdAt), formatDuration(durationMs), humanize(status), title ?? error ?? ''])
    return true
  }
  try {
    const read = await readPages(context, {
      what: 'sessions',
      limit: options.limit,
      fetch: (page) => service.sessions(page, { signal: stop.signal }),
      idOf: ({ sessionId }) => sessionId,
      take,
    })
    if (rows.length > 0) out.table(HEAD, rows, { ids: 0 })
    if (!read.ok) return out.problem(read.problem)
    if (read.value === 0) out.note('No sessions found.')
    return EXIT.ok
  } finally {
    await close()
  }
}
