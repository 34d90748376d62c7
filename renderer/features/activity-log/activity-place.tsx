import type { Account } from '../../../electron/contract/account-models.ts'

export type ActivitySection = 'requests' | 'limit' | 'health' | 'usage'

export type ActivityPlaceProps = {
  account: Account
  section: ActivitySection
  onSection: (section: ActivitySection) => void
  onSignIn: () => void
}

/** Requests, limit, health and usage of the active account. */
export const ActivityPlace = (_props: ActivityPlaceProps) => null
