import type { TokenPlace } from '../../contract/models/account-models.ts'
import { fail, ok, type Result } from '../../contract/result.ts'
import type { AccountPatch, StoredAccount } from '../library/tables/accounts-table.ts'
import type { Renewal } from '../service/http/client.ts'
import { createService, type Service } from '../service/service.ts'
import { requestToken } from '../service/token.ts'
import type { AccountDeps } from './connection-test.ts'
import type { createVault, Tokens } from './vault.ts'

type RunConfig = {
  deps: AccountDeps
  vault: ReturnType<typeof createVault>
  /** The account as it is stored now, also after another program changed it; null once it was removed. */
  stored: () => StoredAccount | null
  /** Changes the stored account; false when it was removed. Never creates it (L14). */
  save: (patch: AccountPatch) => Result<boolean>
  onChange: () => void
}

type KeepOptions = {
  /** Other fields of the account that change with the sign-in. */
  patch?: AccountPatch
  /** The sign-in counts only when the keychain takes it. */
  inKeychain?: boolean
}

const removedAccount = () => fail('not-found', 'This account was removed.', { next: 'Connect it again.' })

/** Its requests have no token any more, hence the code. */
const REMOVED = fail('signed-out', 'The account was removed, so nothing more was sent.', {
  next: 'Connect the service again.',
})

/** The service accepted a sign-in that nothing could keep. */
export const notKept = (kept: Exclude<TokenPlace, { kind: 'keychain' }>) => {
  const reason = kept.kind === 'memory' ? kept.reason : 'There is no keychain.'
  return fail('keychain', `You are signed in, but the key could not be saved. ${reason}`, {
    next: 'Set REPLAY_DESK_TOKEN instead.',
  })
}

export type AccountRun = ReturnType<typeof createAccountRun>

/** One account while the program runs: its tokens in memory, and its service once it is needed. */
export const createAccountRun = ({ deps, vault, stored, save, onChange }: RunConfig) => {
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

  const use = (next: Tokens, from: TokenPlace): void => {
    tokens = next
    place = from
    refused = false
  }

  const keep = async (
    next: Tokens,
    { patch = {}, inKeychain = false }: KeepOptions = {},
  ): Promise<Result<undefined>> => {
    const account = stored()
    if (!account) return removedAccount()
    if (account.method === 'sample') {
      use(next, { kind: 'sample' })
      return ok(undefined)
    }
    const slot = account.secretSlot + (spoiled ? 1 : 0)
    const kept = await vault.write(account.id, slot, next)
    if (inKeychain && kept.kind !== 'keychain') return notKept(kept)
    const secretStored = kept.kind === 'keychain'
    const secretSlot = secretStored ? slot : account.secretSlot
    // A renewal changes nothing of the row, and must not wait for another program's write lock.
    const same = account.secretStored === secretStored && account.secretSlot === secretSlot
    const saved =
      same && Object.keys(patch).length === 0 ? ok(stored() !== null) : save({ ...patch, secretStored, secretSlot })
    if (saved.ok && !saved.value) {
      // Removed while the keychain was written: its token goes as well.
      await vault.remove(account.id, slot)
      return removedAccount()
    }
    if (secretStored) spoiled = false
    use(next, kept)
    return saved.ok ? ok(undefined) : saved
  }

  /** Takes the keychain's token when it is another one than `used`: a second program renewed it or signed in. */
  const takeFromKeychain = async (used: Tokens | null): Promise<boolean> => {
    const account = stored()
    if (!account?.secretStored) return false
    const found = await vault.read(account.id, account.secretSlot)
    if (tokens !== used) return true // the person signed in meanwhile
    if (found.kind !== 'tokens' || found.tokens.accessToken === used?.accessToken) return false
    use(found.tokens, { kind: 'keychain' })
    onChange()
    return true
  }

  /**
   * After a 401: the keychain's token if it is another one, because a second program may have renewed it and used up the
   * refresh token of this one (L13); then one silent renewal; else signed-out. What is stored stays.
   */
  const renew = async (): Promise<Renewal> => {
    const used = tokens
    if (await takeFromKeychain(used)) return 'found'
    const account = stored()
    const refreshToken = used?.refreshToken
    if (!account) return 'refused'
    if (refreshToken) {
      const { fetch, clock, version, journal } = deps
      const { id: accountId, baseUrl, headerPrefix } = account
      const config = { accountId, baseUrl, headerPrefix, fetch, clock, version, journal, signal: ended.signal }
      const granted = await requestToken(config, { kind: 'refresh', refreshToken })
      // The person signed in meanwhile: that sign-in counts, whatever became of this one.
      if (tokens !== used) return 'renewed'
      if (granted.ok) {
        // A server that does not rotate the refresh token leaves it out.
        const kept = await keep({ ...granted.value, refreshToken: granted.value.refreshToken ?? refreshToken })
        onChange()
        if (kept.ok || stored()) return 'renewed'
        return 'refused'
      }
      if (!['unauthorized', 'not-supported', 'rejected'].includes(granted.problem.code)) return 'refused'
      // Both asked at the same moment: the other one's answer is in the keychain by now.
      if (await takeFromKeychain(used)) return 'found'
    }
    refused = true
    onChange()
    return 'refused'
  }

  return {
    signedIn: (): boolean => tokens !== null && !refused,
    place: (): TokenPlace => (tokens === null ? { kind: 'none' } : place),
    /** Signed out, and the keychain may have a newer token by now. One that did not answer is not queried again: it may prompt. */
    mayFindToken: (): boolean => (tokens === null || refused) && !spoiled && stored()?.secretStored === true,
    /** Secrets that no text may contain that leaves the program. */
    secrets: (): string[] => [tokens?.accessToken, tokens?.refreshToken].filter((one) => typeof one === 'string'),
    holds: (accessToken: string): boolean => tokens?.accessToken === accessToken,
    /**
     * Keeps what a sign-in gave. Fails when the account was removed, when the library does not take the change, and with
     * `inKeychain` also when the keychain does not; the account then is as it was.
     */
    keep: async (next: Tokens, options?: KeepOptions): Promise<Result<undefined>> => {
      await reading
      const kept = await keep(next, options)
      dropService()
      return kept
    },
    /** Tokens of an account that was stored together with them. */
    adopt: use,
    /** Forgets the tokens of this run and removes them from the keychain; what is known of the account stays. */
    signOut: async (): Promise<Result<undefined>> => {
      await reading
      const account = stored()
      if (!account) return removedAccount()
      const saved = save({ secretStored: false })
      if (!saved.ok) return saved
      tokens = null
      dropService()
      const left = await vault.remove(account.id, account.secretSlot)
      if (!left) return ok(undefined)
      return fail('keychain', `You are signed out here, but the key is still in the keychain. ${left.message}`, {
        next: 'Unlock the keychain, then delete the Replay Desk entry in it.',
      })
    },
    /** Reads the keychain in the background; requests meanwhile wait for it, nothing else does. */
    restore: (): Promise<void> => {
      const account = stored()
      if (!account?.secretStored) return reading
      reading = vault.read(account.id, account.secretSlot).then((found) => {
        if (found.kind === 'tokens') {
          // What the service refused stays refused until the keychain holds something else.
          if (found.tokens.accessToken === tokens?.accessToken) return
          use(found.tokens, { kind: 'keychain' })
        } else if (found.kind === 'problem') {
          deps.log.warn(`account: the token was not read (${found.problem.message})`)
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
        ...deps,
        accountId: account.id,
        baseUrl: account.baseUrl,
        headerPrefix: account.headerPrefix,
        token: async () => {
          await reading
          return refused || stored() === null ? null : (tokens?.accessToken ?? null)
        },
        withoutToken: () => (stored() === null ? REMOVED : null),
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
