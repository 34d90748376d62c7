import type { TokenPlace } from '../../contract/account-models.ts'
import type { StoredAccount } from '../library/accounts-table.ts'
import { createService, type Service } from '../service/service.ts'
import { requestToken } from '../service/token.ts'
import type { Outside } from './connection-test.ts'
import type { createVault, Tokens } from './vault.ts'

type RunConfig = {
  outside: Outside
  vault: ReturnType<typeof createVault>
  /** The account as it is stored now. */
  stored: () => StoredAccount | null
  save: (patch: Partial<StoredAccount>) => void
  onChange: () => void
}

export type AccountRun = ReturnType<typeof createAccountRun>

/** One account while the program runs: its tokens in memory, and its service once somebody needs it. */
export const createAccountRun = ({ outside, vault, stored, save, onChange }: RunConfig) => {
  let tokens: Tokens | null = null
  let place: TokenPlace = { kind: 'none' }
  /** The service refused the token: it is kept, but no longer sent. */
  let refused = false
  /** The keychain's entry must not be overwritten (K06). */
  let spoiled = false
  let service: Service | null = null
  let reading: Promise<void> = Promise.resolve()
  const ended = new AbortController()

  const dropService = (): void => {
    service?.dispose()
    service = null
  }

  const keep = async (next: Tokens): Promise<void> => {
    const account = stored()
    if (!account) return
    tokens = next
    refused = false
    if (account.method === 'sample') {
      place = { kind: 'sample' }
      return
    }
    const slot = account.secretSlot + (spoiled ? 1 : 0)
    place = await vault.write(account.id, slot, next)
    const secretStored = place.kind === 'keychain'
    if (secretStored) spoiled = false
    save({ secretStored, secretSlot: secretStored ? slot : account.secretSlot })
  }

  /** After a 401: one silent renewal with the refresh token, else signed-out; what is stored stays. */
  const renew = async (): Promise<boolean> => {
    const account = stored()
    const used = tokens
    const refreshToken = used?.refreshToken
    if (!account) return false
    if (refreshToken) {
      const { fetch, clock, version, journal } = outside
      const { id: accountId, baseUrl, headerPrefix } = account
      const config = { accountId, baseUrl, headerPrefix, fetch, clock, version, journal, signal: ended.signal }
      const granted = await requestToken(config, { kind: 'refresh', refreshToken })
      // The person signed in meanwhile: that sign-in counts, whatever became of this one.
      if (tokens !== used) return true
      if (granted.ok) {
        // A server that does not rotate the refresh token leaves it out.
        await keep({ ...granted.value, refreshToken: granted.value.refreshToken ?? refreshToken })
        onChange()
        return true
      }
      if (!['unauthorized', 'not-supported', 'rejected'].includes(granted.problem.code)) return false
    }
    refused = true
    onChange()
    return false
  }

  return {
    signedIn: (): boolean => tokens !== null && !refused,
    place: (): TokenPlace => (tokens === null ? { kind: 'none' } : place),
    /** What must stand in no text that leaves the program. */
    secrets: (): string[] => [tokens?.accessToken, tokens?.refreshToken].filter((one) => typeof one === 'string'),
    holds: (accessToken: string): boolean => tokens?.accessToken === accessToken,
    keep: async (next: Tokens): Promise<void> => {
      await reading
      await keep(next)
      dropService()
    },
    /** Reads the keychain in the background; requests meanwhile wait for it, nothing else does. */
    restore: (): Promise<void> => {
      const account = stored()
      if (!account?.secretStored) return reading
      reading = vault.read(account.id, account.secretSlot).then((found) => {
        if (found.kind === 'tokens') {
          tokens = found.tokens
          place = { kind: 'keychain' }
        } else if (found.kind === 'problem') {
          outside.log.warn(`account: the token was not read (${found.problem.message})`)
          // Whether an entry is whole cannot be known while the keychain is silent: leave it alone.
          spoiled = found.problem.code === 'keychain'
        } else spoiled = found.kind === 'unreadable'
        onChange()
      })
      return reading
    },
    service: (): Service | null => {
      const account = stored()
      if (!account) return null
      service ??= createService({
        ...outside,
        accountId: account.id,
        baseUrl: account.baseUrl,
        headerPrefix: account.headerPrefix,
        token: async () => {
          await reading
          return refused ? null : (tokens?.accessToken ?? null)
        },
        onUnauthorized: renew,
      })
      return service
    },
    dropService,
    /** Ends the service and a renewal under way. */
    dispose: (): void => {
      ended.abort()
      dropService()
    },
  }
}
