import { fail, ok, type Result } from '../../contract/result.ts'
import type { ListedProfile, ProfilesTable } from '../library/profiles-table.ts'
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

/**
 * Reads the service's list of profiles from the first page to the last and stores each page at once. All of it gives
 * way to the person and the agents, the first page least: it is what the person looks at. Odd records are left out.
 */
export const readProfileList = async ({
  service,
  table,
  accountId,
  signal,
  onPage,
}: ReadListConfig): Promise<Result<undefined>> => {
  const seen = new Set<string>()
  let unusable = 0
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const answer = await service.profiles(page, { priority: page === 1 ? 'polling' : 'bulk', signal })
    if (!answer.ok) return answer
    if (signal.aborted) return fail('cancelled', 'The list is read for another account now.')
    const { items, odd, hasNext } = answer.value
    unusable += odd
    const fresh: ListedProfile[] = items.filter(({ profileId }) => !seen.has(profileId))
    for (const { profileId } of fresh) seen.add(profileId)
    const stored = table.upsertListed(accountId, fresh)
    if (!stored.ok) return stored
    onPage()
    // A service that repeats its last page for ever has ended, too.
    if (hasNext && fresh.length + odd > 0) continue
    // A record that could not be read may be a profile we know: then none is taken for gone.
    return unusable > 0 ? ok(undefined) : table.endListing(accountId, seen)
  }
  return ok(undefined)
}
