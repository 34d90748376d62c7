import { readFile } from 'node:fs/promises'
import { fail, ok, type Result } from '../../contract/result.ts'
import { diskProblem } from '../../core/archive/files/disk/disk-problems.ts'
import { interpretCookie } from '../../core/cookies/meaning/meaning.ts'
import { profileSites } from '../../core/cookies/profile-sites.ts'
import type { ReadWithValues } from '../../core/cookies/reads.ts'
import { createSnapshots } from '../../core/cookies/snapshots/snapshots.ts'
import { readCookieRows, type SourcedCookie } from '../../core/service/answers/cookie-rows.ts'
import type { Rows } from '../../core/service/answers/wire.ts'
import { jsonFault } from '../../core/service/http/body-text.ts'
import type { Connection } from '../connect.ts'
import type { Context } from '../context.ts'
import { clock } from '../environment.ts'

const readOf = (
  rows: Rows<SourcedCookie>,
  facts: { accountId: string; profileId: string; label: string | null },
  sites: ReadonlySet<string> | null,
): ReadWithValues => {
  const at = clock.now()
  const cookies = rows.items.map((record, index) => interpretCookie(record, String(index), { now: at, sites }))
  const { skipped, skippedReasons } = rows
  return { ...facts, at, snapshotId: null, cookies, values: { kind: 'plain' }, skipped, skippedReasons }
}

const accountIdOf = ({ account }: Connection): string => account?.id ?? 'command-line'

const sitesOf = ({ account }: Connection, profileId: string): ReadonlySet<string> | null => {
  return account && profileSites(account.library.profiles, account.id, profileId)
}

/** The cookies of a profile as the service has them now. */
export const readProfile = async (
  { stop }: Context,
  connection: Connection,
  profileId: string,
): Promise<Result<ReadWithValues>> => {
  const answer = await connection.service.cookies(profileId, { signal: stop.signal })
  if (!answer.ok) return answer
  const facts = { accountId: accountIdOf(connection), profileId, label: profileId }
  return ok(readOf(answer.value, facts, sitesOf(connection, profileId)))
}

const readExport = async (path: string): Promise<Result<ReadWithValues>> => {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    return diskProblem(error)
  }
  const rows = (await jsonFault(text)) === null ? await readCookieRows(text) : null
  if (rows === null) {
    return fail('invalid-input', 'This file does not contain cookies in the JSON format of the service.', {
      next: 'Use a file written with "--format json".',
    })
  }
  return ok(readOf(rows, { accountId: '', profileId: '', label: path }, null))
}

/** The snapshots of the desktop program; null without one of its accounts. */
export const openSnapshots = (connection: Connection) => {
  const { account, log } = connection
  if (!account) return null
  return createSnapshots({
    table: account.library.snapshots,
    keychain: account.keychain,
    log,
    sitesOf: (_accountId, profileId) => sitesOf(connection, profileId),
  })
}

/** One side of a comparison: a file (with a path separator, or ending in .json), a snapshot's id, or a profile to be read now. */
export const readSide = async (
  context: Context,
  connection: Connection,
  word: string,
): Promise<Result<ReadWithValues>> => {
  if (/[/\\]|\.json$/i.test(word)) return readExport(word)
  const { account } = connection
  const snapshots = openSnapshots(connection)
  if (account && snapshots && account.library.snapshots.find(account.id, word).ok)
    return snapshots.open(account.id, word)
  return readProfile(context, connection, word)
}
