import type { Account } from '../../../electron/contract/account-models.ts'

export type ProfilesPlaceProps = {
  account: Account
  /** The profile on screen; null: none chosen. */
  profileId: string | null
  onProfile: (profileId: string | null) => void
  onSignIn: () => void
}

/** Profiles on the left, the cookies of one of them as a table. */
export const ProfilesPlace = (_props: ProfilesPlaceProps) => null
