import { randomUUID } from 'node:crypto'
import type { CookieRead } from '../../contract/models/cookie-models.ts'
import { fail, ok, type Result } from '../../contract/result.ts'
import type { HeldCookie } from './types.ts'

/** How the values of a read are known: as they are, or only as HMACs under one salt, in the order of the cookies. */
export type HeldValues = { kind: 'plain' } | { kind: 'hashes'; salt: Buffer; hashes: readonly string[] }

export type HeldRead = {
  accountId: string
  profileId: string
  /** Epoch ms, local clock. */
  at: number
  snapshotId: string | null
  label: string | null
  cookies: readonly HeldCookie[]
  values: HeldValues
  odd: number
  oddReasons: string[]
}
export type KeptRead = HeldRead & { readId: string }

/** Reads that are held at once, and cookies in all of them; the newest is always held. */
const MOST_READS = 20
const MOST_COOKIES = 200_000

const gone = () => fail('not-found', 'These cookies are no longer in memory.', { next: 'Refresh the cookies.' })

/** What the page may see of a read: everything but the values. */
export const toCookieRead = (read: KeptRead): CookieRead => ({
  readId: read.readId,
  profileId: read.profileId,
  at: read.at,
  snapshotId: read.snapshotId,
  hasValues: read.values.kind === 'plain',
  rows: read.cookies.map(({ row }) => row),
  odd: read.odd,
  oddReasons: read.oddReasons,
})

/** Cookies with their values: in the memory of main alone, for this run of the program, the oldest let go first. */
export const createReads = () => {
  const held = new Map<string, KeptRead>()

  const trim = (): void => {
    let cookies = [...held.values()].reduce((sum, read) => sum + read.cookies.length, 0)
    for (const [readId, read] of held) {
      if (held.size === 1 || (held.size <= MOST_READS && cookies <= MOST_COOKIES)) return
      held.delete(readId)
      cookies -= read.cookies.length
    }
  }

  return {
    keep: (read: HeldRead): KeptRead => {
      const kept = { ...read, readId: randomUUID() }
      held.set(kept.readId, kept)
      trim()
      return kept
    },
    /** A read of another account is as good as none. */
    find: (accountId: string, readId: string): Result<KeptRead> => {
      const read = held.get(readId)
      return read?.accountId === accountId ? ok(read) : gone()
    },
    /** The newest that came from the service. */
    last: (accountId: string, profileId: string): KeptRead | null =>
      [...held.values()].findLast(
        (read) => read.accountId === accountId && read.profileId === profileId && read.snapshotId === null,
      ) ?? null,
    /** Lets go of what accounts left behind that are no more. */
    keepAccounts: (accountIds: ReadonlySet<string>): void => {
      for (const [readId, { accountId }] of held) if (!accountIds.has(accountId)) held.delete(readId)
    },
    clear: (): void => held.clear(),
  }
}
