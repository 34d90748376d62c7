import type { Account } from '../../electron/contract/account-models.ts'
import { useAsk } from '../bridge.ts'

/** The account in use; null while none is, undefined until known. */
export const useActiveAccount = (): Account | null | undefined => {
  const accounts = useAsk('accounts.list', undefined)
  return accounts.data && (accounts.data.find((account) => account.active) ?? null)
}
