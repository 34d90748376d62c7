import type { Library } from '../library/library.ts'
import { siteOf } from './meaning/hosts.ts'

/** Registrable domains that a profile persists, as far as the library knows them; null where it names none. */
export const profileSites = (
  profiles: Library['profiles'],
  accountId: string,
  profileId: string,
): ReadonlySet<string> | null => {
  const profile = profiles.find(accountId, profileId)
  const domains = profile.ok ? (profile.value?.persistedDomains ?? []) : []
  return domains.length > 0 ? new Set(domains.map(siteOf)) : null
}
