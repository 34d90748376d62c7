import { isoTime } from '../../contract/text/quantities.ts'
import type { ProfileRecord } from '../../core/service/answers/wire.ts'
import { connect } from '../connect.ts'
import type { Context, ServiceOptions } from '../context.ts'
import { formatTime } from '../output/terminal-text.ts'
import { printPages } from '../pages.ts'

export type ProfilesOptions = ServiceOptions & { limit: number; ids?: boolean }

const HEAD = ['Profile', 'Changed', 'Name', 'Sites']

/** The profiles the service lists, in its order, page by page. */
export const profiles = async (context: Context, options: ProfilesOptions): Promise<number> => {
  const { out, stop } = context
  const connected = await connect(context, options)
  if (!connected.ok) return out.problem(connected.problem)
  const { service, close } = connected.value
  const rows: string[][] = []
  const take = ({ profileId, name, createdAt, updatedAt, persistedDomains }: ProfileRecord): boolean => {
    const times = { createdAt: isoTime(createdAt), updatedAt: isoTime(updatedAt) }
    out.record({ profile: profileId, name, ...times, persistedDomains })
    if (options.ids) out.id(profileId)
    else rows.push([profileId, formatTime(updatedAt), name ?? '–', persistedDomains.join(', ')])
    return true
  }
  return printPages(context, {
    what: 'profiles',
    head: HEAD,
    rows,
    layout: { whole: 0 },
    limit: options.limit,
    fetch: (page) => service.profiles(page, { signal: stop.signal }),
    idOf: ({ profileId }) => profileId,
    take,
    close,
  })
}
