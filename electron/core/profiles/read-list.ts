import { fail, ok, type Result } from '../../contract/result.ts'
import type { ListedProfile, ProfilesTable } from '../library/tables/profiles-table.ts'
import { createPageWalk, type WalkEnd, walkRemark } from '../service/answers/page-walk.ts'
import type { Service } from '../service/service.ts'

/** Pages of one reading; at 100 rows a page beyond any deployment, and an end for a list without one. */
const MAX_PAGES = 1_000

type ReadListConfig = {
  service: Pick<Service, 'profiles'>
  table: Pick<ProfilesTable, 'upsertListed' | 'endListing'>
  accountId: string
  signal: AbortSignal
  /** Called after each page that was stored. */
  onPage: () => void
}

/** A profile that was not read, or could not be, may be one we know: then none is taken for gone. */
const finish = (
  table: Pick<ProfilesTable, 'endListing'>,
  accountId: string,
  seen: Set<string>,
  end: WalkEnd,
): Result<string | null> => {
  const remark = walkRemark(end, seen.size, 'profiles')
  if (remark !== null) return ok(remark)
  const ended = table.endListing(accountId, seen)
  return ended.ok ? ok(null) : ended
}

/**
 * Reads the service's list of profiles from the first page to the last and stores each page at once. All of it gives
 * way to the person and the agents, the first page least: it is what the person looks at. Answers what the list owes
 * (L20): null when every profile the service counts was read.
 */
export const readProfileList = async ({
  service,
  table,
  accountId,
  signal,
  onPage,
}: ReadListConfig): Promise<Result<string | null>> => {
  const walk = createPageWalk(({ profileId }: ListedProfile) => profileId)
  const seen = new Set<string>()
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const answer = await service.profiles(page, { priority: page === 1 ? 'polling' : 'bulk', signal })
    if (!answer.ok) return answer
    if (signal.aborted) return fail('cancelled', 'You switched to another account.')
    const { fresh, end } = walk.next(answer.value)
    for (const { profileId } of fresh) seen.add(profileId)
    const stored = table.upsertListed(accountId, fresh)
    if (!stored.ok) return stored
    onPage()
    if (end) return finish(table, accountId, seen, end)
  }
  return fail('bad-answer', 'The list of profiles never ends.', { next: 'Report this to the operator of the service.' })
}
