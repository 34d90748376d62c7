import { z } from 'zod'
import type { TokenPlace } from '../../contract/models/account-models.ts'
import type { Problem } from '../../contract/result.ts'
import type { Keychain, Log } from '../base/ports.ts'

/** What lets an account in. Lives in memory and in the OS keychain, nowhere else. */
export type Tokens = { accessToken: string; refreshToken: string | null }

const entryModel = z.object({ v: z.literal(1), accessToken: z.string().min(1), refreshToken: z.string().nullable() })

/** `unreadable`: an entry is there but is not ours or not whole; it must not be overwritten (K06). */
export type Found =
  | { kind: 'tokens'; tokens: Tokens }
  | { kind: 'nothing' }
  | { kind: 'unreadable' }
  | { kind: 'problem'; problem: Problem }

const keyOf = (accountId: string, slot: number): string =>
  slot === 0 ? `account/${accountId}` : `account/${accountId}/${slot}`

const parse = (text: string): Tokens | null => {
  try {
    const read = entryModel.safeParse(JSON.parse(text))
    return read.success ? { accessToken: read.data.accessToken, refreshToken: read.data.refreshToken } : null
  } catch {
    return null // not JSON: not our entry, or a damaged one
  }
}

/** Tokens of accounts in the keychain, one entry per account and slot. */
export const createVault = (keychain: Keychain, log: Log) => ({
  read: async (accountId: string, slot: number): Promise<Found> => {
    const entry = await keychain.read(keyOf(accountId, slot))
    if (!entry.ok) return { kind: 'problem', problem: entry.problem }
    if (entry.value === null) return { kind: 'nothing' }
    const tokens = parse(entry.value)
    if (tokens) return { kind: 'tokens', tokens }
    log.warn('keychain: the entry of an account cannot be read; it is left as it is')
    return { kind: 'unreadable' }
  },
  /** Where the tokens are now; without a keychain in memory alone, with the reason (K01). */
  write: async (accountId: string, slot: number, tokens: Tokens): Promise<TokenPlace> => {
    const written = await keychain.write(keyOf(accountId, slot), JSON.stringify({ v: 1, ...tokens }))
    if (written.ok) return { kind: 'keychain' }
    const { message, next } = written.problem
    return { kind: 'memory', reason: message, next: next ?? 'Sign in again after the next start.' }
  },
  /** Removes every entry the account ever used. Answers why one is left, null when none is. */
  remove: async (accountId: string, slot: number): Promise<Problem | null> => {
    let problem: Problem | null = null
    for (let used = 0; used <= slot; used += 1) {
      const removed = await keychain.remove(keyOf(accountId, used))
      if (removed.ok) continue
      problem = removed.problem
      log.warn('keychain: the entry of an account is left behind')
    }
    return problem
  },
})
