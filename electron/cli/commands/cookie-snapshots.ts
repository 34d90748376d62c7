import { fail } from '../../contract/result.ts'
import { isoTime } from '../../contract/text/quantities.ts'
import { connect } from '../connect.ts'
import type { Context, ServiceOptions } from '../context.ts'
import { openSnapshots, readProfile } from '../cookies/sides.ts'
import { EXIT } from '../exit-codes.ts'
import { formatTime } from '../output/terminal-text.ts'

const NO_ACCOUNT = fail('invalid-input', 'Snapshots belong to an account on this computer.', {
  next: 'Run "replay-desk login" first, or name the account with --account.',
}).problem

/** The snapshots kept of a profile, newest first; their ids are sides of `cookies diff`. */
export const cookieSnapshots = async (
  context: Context,
  profileId: string,
  options: ServiceOptions,
): Promise<number> => {
  const { out } = context
  const connected = await connect(context, options, false)
  if (!connected.ok) return out.problem(connected.problem)
  const { account, close } = connected.value
  try {
    if (!account) return out.problem(NO_ACCOUNT)
    const kept = account.library.snapshots.list(account.id, profileId)
    if (!kept.ok) return out.problem(kept.problem)
    for (const { snapshotId, at, label, signedIn, cookies, values } of kept.value)
      out.record({ snapshot: snapshotId, at: isoTime(at), label, signedIn, cookies, values })
    const rows = kept.value.map(({ snapshotId, at, label, signedIn, cookies, values }) => [
      snapshotId,
      formatTime(at),
      String(cookies),
      values,
      signedIn === null ? '–' : signedIn ? 'signed in' : 'signed out',
      label ?? '',
    ])
    if (rows.length > 0) out.table(['Snapshot', 'Read', 'Cookies', 'Values', 'State', 'Label'], rows, { whole: 0 })
    else out.note('No snapshots of this profile yet.')
    return EXIT.ok
  } finally {
    await close()
  }
}

/** Reads the cookies and keeps them; values under a key of the keychain, else only their hashes. */
export const saveCookies = async (
  context: Context,
  profileId: string,
  options: ServiceOptions & { label?: string },
): Promise<number> => {
  const { out } = context
  const connected = await connect(context, options)
  if (!connected.ok) return out.problem(connected.problem)
  const connection = connected.value
  try {
    const snapshots = openSnapshots(connection)
    if (!snapshots) return out.problem(NO_ACCOUNT)
    const read = await readProfile(context, connection, profileId)
    if (!read.ok) return out.problem(read.problem)
    const kept = await snapshots.keep(read.value, options.label ?? null)
    if (!kept.ok) return out.problem(kept.problem)
    const { snapshotId, at, cookies, values, reason } = kept.value
    out.record({ snapshot: snapshotId, at: isoTime(at), cookies, values })
    out.line(snapshotId)
    if (reason !== null) out.note(reason)
    return EXIT.ok
  } finally {
    await connection.close()
  }
}
