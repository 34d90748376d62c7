import { randomUUID } from 'node:crypto'
import type { CookieRead } from '../../contract/models/cookie-models.ts'
import { fail, ok, type Result } from '../../contract/result.ts'
import type { CookieWithValue } from './cookie-with-value.ts'

/** How the values of a read are known: as they are, or only as HMACs under one salt, in the order of the cookies. */
export type ReadValues = { kind: 'plain' } | { kind: 'hashes'; salt: Buffer; hashes: readonly string[] }

export type ReadWithValues = {
  accountId: string
  profileId: string
  /** Epoch ms, local clock. */
  at: number
  snapshotId: string | null
  label: string | null
  cookies: readonly CookieWithValue[]
  values: ReadValues
  skipped: number
  skippedReasons: string[]
}
export type CachedRead = ReadWithValues & { readId: string }

/** Reads that are cached at once, and cookies in all of them; the newest always stays. */
const MOST_READS = 20
const MOST_COOKIES = 200_000

const gone = () => fail('not-found', 'These cookies are no longer in memory.', { next: 'Refresh the cookies.' })

/** What the page may see of a read: everything but the values. */
export const toCookieRead = (read: CachedRead): CookieRead => ({
  readId: read.readId,
  profileId: read.profileId,
  at: read.at,
  snapshotId: read.snapshotId,
  hasValues: read.values.kind === 'plain',
  rows: read.cookies.map(({ row }) => row),
  skipped: read.skipped,
  skippedReasons: read.skippedReasons,
})

/** Cookies with their values: in the memory of main alone, for this run of the program, the oldest let go first. */
export const createReads = () => {
  const cached = new Map<string, CachedRead>()

  const trim = (): void => {
    let cookies = [...cached.values()].reduce((sum, read) => sum + read.cookies.length, 0)
    for (const [readId, read] of cached) {
      if (cached.size === 1 || (cached.size <= MOST_READS && cookies <= MOST_COOKIES)) return
      cached.delete(readId)
      cookies -= read.cookies.length
    }
  }

  return {
    keep: (read: ReadWithValues): CachedRead => {
      const kept = { ...read, readId: randomUUID() }
      cached.set(kept.readId, kept)
      trim()
      return kept
    },
    /** A read of another account counts as none. */
    find: (accountId: string, readId: string): Result<CachedRead> => {
      const read = cached.get(readId)
      return read?.accountId === accountId ? ok(read) : gone()
    },
    /** The snapshot as it was opened before; null: it was not, or was let go. */
    ofSnapshot: (accountId: string, snapshotId: string): CachedRead | null =>
      [...cached.values()].find((read) => read.accountId === accountId && read.snapshotId === snapshotId) ?? null,
    /** The newest that came from the service. */
    last: (accountId: string, profileId: string): CachedRead | null =>
      [...cached.values()].findLast(
        (read) => read.accountId === accountId && read.profileId === profileId && read.snapshotId === null,
      ) ?? null,
    /** Lets go of what accounts left behind that are no more. */
    keepAccounts: (accountIds: ReadonlySet<string>): void => {
      for (const [readId, { accountId }] of cached) if (!accountIds.has(accountId)) cached.delete(readId)
    },
    clear: (): void => cached.clear(),
  }
}
