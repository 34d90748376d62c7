import type { Account } from '../../../electron/contract/account-models.ts'
import type { FunctionTarget } from '../../../electron/contract/function-models.ts'

export type FunctionsPlaceProps = {
  account: Account
  /** The function on screen; null: none chosen. */
  target: FunctionTarget | null
  onTarget: (target: FunctionTarget | null) => void
  onSignIn: () => void
}

/** Login and verifier functions of managed-auth connections. */
export const FunctionsPlace = (_props: FunctionsPlaceProps) => null
