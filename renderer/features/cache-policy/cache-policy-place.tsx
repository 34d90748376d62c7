import type { Account } from '../../../electron/contract/account-models.ts'

export type CachePolicyPlaceProps = { account: Account; onSignIn: () => void }

/** The service's cache policy, asked with the three headers of one's choice. */
export const CachePolicyPlace = (_props: CachePolicyPlaceProps) => null
