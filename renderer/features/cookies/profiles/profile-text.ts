import type { ProfileList, ProfileRow } from '../../../../electron/contract/models/cookie-models.ts'
import { fold } from '../../../../electron/contract/text/fold.ts'
import { formatCount, formatPast, shortenId } from '../../../ui/text/format-text.ts'
import { visibleText } from '../visible-text.ts'

export const profileName = (row: Pick<ProfileRow, 'name' | 'profileId'>): string =>
  visibleText(row.name?.trim() ? row.name : shortenId(row.profileId))

const several = (count: number, noun: string): string => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`

/** A moment of the past, also when `now` was taken a little before it. Epoch ms. */

/** `2 domains · read 3 min ago`; `now` in epoch ms. */
export const profileFacts = (row: ProfileRow, now: number): string =>
  [
    row.persistedDomains.length > 0 ? several(row.persistedDomains.length, 'domain') : row.listed ? '' : 'pasted',
    row.lastReadAt === null ? 'not loaded' : `updated ${formatPast(row.lastReadAt, now)}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** Rows whose name, id or a kept domain holds all the words. */
export const filterProfiles = (rows: readonly ProfileRow[], text: string): readonly ProfileRow[] => {
  const words = fold(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter(({ name, profileId, persistedDomains }) => {
    const hay = fold(`${name ?? ''}\n${profileId}\n${persistedDomains.join('\n')}`)
    return words.every((word) => hay.includes(word))
  })
}

/** One line below the list: how the service's own list stands. */
export const listingText = ({ rows, listing }: ProfileList, now: number): string => {
  const count = several(rows.length, 'profile')
  switch (listing.state) {
    case 'running':
      return rows.length === 0 ? 'Refreshing profiles' : `Refreshing · ${count}`
    case 'listed':
      return listing.finishedAt === null ? count : `${count} · updated ${formatPast(listing.finishedAt, now)}`
    case 'not-supported':
      return `${count} · pasted`
    case 'failed':
      return `${count} · last refresh failed`
    case 'unknown':
      return count
  }
}
