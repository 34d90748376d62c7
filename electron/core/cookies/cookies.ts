import type {
  CookieComparison,
  CookieRead,
  CookieSide,
  ExportPreview,
  ExportRequest,
  SideCookie,
  SignInHints,
  Snapshot,
} from '../../contract/models/cookie-models.ts'
import { fail, ok, type Result } from '../../contract/result.ts'
import type { createAccounts } from '../account/accounts.ts'
import type { Clock, Keychain, Log } from '../base/ports.ts'
import { mapInTurns } from '../base/turns.ts'
import type { Library } from '../library/library.ts'
import type { Service } from '../service/service.ts'
import { compareCookies, comparisonInBrief } from './compare-reads.ts'
import type { CookieWithValue } from './cookie-with-value.ts'
import { exportCookies, maskedPreview } from './export/export.ts'
import type { ExportAsk, Exported } from './export/format.ts'
import { signInHints } from './hints.ts'
import { interpretCookie } from './meaning/meaning.ts'
import { profileSites } from './profile-sites.ts'
import { type CachedRead, createReads, type ReadWithValues, toCookieRead } from './reads.ts'
import { createSnapshots } from './snapshots/snapshots.ts'

type CookiesConfig = {
  accounts: Pick<ReturnType<typeof createAccounts>, 'active' | 'list'>
  library: Pick<Library, 'profiles' | 'snapshots'>
  keychain: Keychain
  clock: Clock
  log: Log
  /** A profile was read, or the number of its snapshots changed. */
  onProfiles: () => void
}
export type Cookies = ReturnType<typeof createCookies>

const noValues = () =>
  fail('not-supported', 'This snapshot has only hashes of the values.', { next: 'Refresh the cookies.' })
const noCookie = () => fail('not-found', 'This cookie is no longer in the list.', { next: 'Refresh the cookies.' })

/**
 * Cookies of the active account's profiles: read, kept, compared, exported. Values are in the memory of main and, in
 * snapshots, under a key of the keychain; what goes to the page is rows without them, and single values it asked for.
 */
export const createCookies = ({ accounts, library, keychain, clock, log, onProfiles }: CookiesConfig) => {
  const reads = createReads()
  const sitesOf = (accountId: string, profileId: string) => profileSites(library.profiles, accountId, profileId)
  const snapshots = createSnapshots({ table: library.snapshots, keychain, log, sitesOf })

  /** What took its time is not answered any more once another account is looked at. */
  const ifStill = <T>(accountId: string, result: Result<T>): Result<T> =>
    accounts.active()?.account.id === accountId
      ? result
      : fail('cancelled', 'You switched to another account.', { next: 'Refresh.' })

  const read = async (accountId: string, service: Service, profileId: string): Promise<Result<CookieRead>> => {
    const answer = ifStill(accountId, await service.cookies(profileId))
    if (!answer.ok) return answer
    const at = clock.now()
    const { items, skipped, skippedReasons } = answer.value
    const context = { now: at, sites: sitesOf(accountId, profileId) }
    const cookies = await mapInTurns(items, (record, index) => interpretCookie(record, String(index), context))
    const base = { accountId, profileId, at, snapshotId: null, label: null, skipped, skippedReasons }
    const kept = reads.keep({ ...base, cookies, values: { kind: 'plain' } })
    const stored = library.profiles.setRead(accountId, profileId, at, cookies.length)
    if (stored.ok) onProfiles()
    return ok(toCookieRead(kept)) // what was read is worth more than the note of when
  }

  const selected = (read: CachedRead, ids: readonly string[] | null): Result<readonly CookieWithValue[]> => {
    if (read.values.kind !== 'plain') return noValues()
    if (ids === null) return ok(read.cookies)
    const wanted = new Set(ids)
    const found = read.cookies.filter(({ row }) => wanted.has(row.id))
    return found.length === wanted.size ? ok(found) : noCookie()
  }

  /** Runs `run` over the cookies that a request names. */
  const exportBy = <T>(
    run: (cookies: readonly CookieWithValue[], ask: ExportAsk) => Result<T>,
    accountId: string,
    { readId, ids, ...ask }: ExportRequest,
  ): Result<T> => {
    const found = reads.find(accountId, readId)
    if (!found.ok) return found
    const cookies = selected(found.value, ids)
    if (!cookies.ok) return cookies
    return run(cookies.value, { ...ask, profileId: found.value.profileId, now: clock.now() })
  }

  const hints = async (accountId: string, profileId: string): Promise<Result<SignInHints>> => {
    const list = library.snapshots.list(accountId, profileId)
    if (!list.ok) return list
    const sides: Record<'in' | 'out', ReadWithValues[]> = { in: [], out: [] }
    let unreadable = 0
    for (const { snapshotId, signedIn } of list.value) {
      if (signedIn === null) continue
      const opened = await snapshots.open(accountId, snapshotId)
      if (opened.ok) sides[signedIn ? 'in' : 'out'].push(opened.value)
      else unreadable += 1
    }
    return ifStill(accountId, ok({ ...signInHints(sides.in, sides.out), unreadable }))
  }

  /** A snapshot is opened once, for the comparison and all of its cookies. */
  const readOf = async (accountId: string, side: CookieSide): Promise<Result<CachedRead>> => {
    if (side.kind === 'read') return reads.find(accountId, side.readId)
    const known = reads.ofSnapshot(accountId, side.snapshotId)
    if (known) return ok(known)
    const opened = ifStill(accountId, await snapshots.open(accountId, side.snapshotId))
    return opened.ok ? ok(reads.keep(opened.value)) : opened
  }
  const compare = async (
    accountId: string,
    before: CookieSide,
    after: CookieSide,
  ): Promise<Result<CookieComparison>> => {
    // A snapshot that is opened takes the place of the oldest read, which may be the other side.
    const present = after.kind === 'read' ? await readOf(accountId, after) : null
    const one = await readOf(accountId, before)
    if (!one.ok) return one
    const two = present ?? (await readOf(accountId, after))
    return two.ok ? ifStill(accountId, ok(comparisonInBrief(compareCookies(one.value, two.value)))) : two
  }

  const sideCookie = async (accountId: string, side: CookieSide, id: string): Promise<Result<SideCookie>> => {
    const read = await readOf(accountId, side)
    if (!read.ok) return read
    const { readId, cookies, values } = read.value
    const cookie = cookies.find(({ row }) => row.id === id)
    return cookie ? ok({ readId, hasValues: values.kind === 'plain', row: cookie.row }) : noCookie()
  }

  /** The list of profiles shows how many snapshots each has. */
  const counted = <T>(result: Result<T>): Result<T> => {
    if (result.ok) onProfiles()
    return result
  }

  return {
    read,
    lastRead: (accountId: string, profileId: string): Result<CookieRead | null> => {
      const last = reads.last(accountId, profileId)
      return ok(last && toCookieRead(last))
    },
    openSnapshot: async (accountId: string, snapshotId: string): Promise<Result<CookieRead>> => {
      const opened = ifStill(accountId, await snapshots.open(accountId, snapshotId))
      return opened.ok ? ok(toCookieRead(reads.keep(opened.value))) : opened
    },
    /** Values of the named rows, in the order of the read. */
    reveal: (accountId: string, readId: string, ids: readonly string[]): Result<{ id: string; value: string }[]> => {
      const found = reads.find(accountId, readId)
      if (!found.ok) return found
      const cookies = selected(found.value, ids)
      return cookies.ok ? ok(cookies.value.map(({ row, value }) => ({ id: row.id, value }))) : cookies
    },
    exportPreview: (accountId: string, request: ExportRequest): Result<ExportPreview> =>
      exportBy(maskedPreview, accountId, request),
    /** For what the shell adds: the clipboard and files. Of the active account; none of it goes to the page. */
    forShell: {
      valueOf: (readId: string, id: string): Result<string> => {
        const found = reads.find(accounts.active()?.account.id ?? '', readId)
        const cookie = found.ok ? selected(found.value, [id]) : found
        return cookie.ok ? ok(cookie.value[0]?.value ?? '') : cookie
      },
      exportOf: (request: ExportRequest): Result<Exported> =>
        exportBy(exportCookies, accounts.active()?.account.id ?? '', request),
    },
    snapshots: {
      list: library.snapshots.list,
      keep: async (accountId: string, readId: string, label: string | null): Promise<Result<Snapshot>> => {
        const found = reads.find(accountId, readId)
        return found.ok ? counted(await snapshots.keep(found.value, label)) : found
      },
      update: library.snapshots.update,
      remove: (accountId: string, snapshotId: string): Result<undefined> =>
        counted(library.snapshots.setRemoved(accountId, snapshotId, clock.now())),
      restore: (accountId: string, snapshotId: string): Result<Snapshot> => {
        const back = library.snapshots.setRemoved(accountId, snapshotId, null)
        return back.ok ? counted(library.snapshots.find(accountId, snapshotId)) : back
      },
      compare,
      sideCookie,
      hints,
    },
    /** Call whenever accounts changed. */
    accountsChanged: (): void => reads.keepAccounts(new Set(accounts.list().map(({ id }) => id))),
    dispose: (): void => reads.clear(),
  }
}
