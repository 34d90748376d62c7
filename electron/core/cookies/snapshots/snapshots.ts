import { randomBytes, randomUUID } from 'node:crypto'
import type { Snapshot } from '../../../contract/models/cookie-models.ts'
import { fail, ok, type Result } from '../../../contract/result.ts'
import type { Keychain, Log } from '../../base/ports.ts'
import type { SnapshotsTable } from '../../library/tables/snapshots-table.ts'
import { createSealingKeys, type KeyPurpose } from '../../sealing/sealing-keys.ts'
import type { ReadWithValues } from '../reads.ts'
import { createValueHasher, openPayload, SALT_BYTES, sealEncrypted, sealHashes } from './seal.ts'
import { fullContent, hashedContent, readContent } from './snapshot-content.ts'

type SnapshotsConfig = {
  table: SnapshotsTable
  keychain: Keychain
  log: Log
  /** Registrable domains that the profile persists; null where it names none. */
  sitesOf: (accountId: string, profileId: string) => ReadonlySet<string> | null
}

export const SNAPSHOT_KEY: KeyPurpose = {
  entry: 'cookie-snapshots',
  format: 'replay-desk-snapshot-key:1',
  idOf: 'replay-desk snapshot key',
  name: 'snapshot key',
  lost: {
    message: 'The key of this snapshot is no longer in the keychain, so it cannot be opened.',
    next: 'Restore the keychain entry, or remove the snapshot.',
  },
}

/** Reads that were kept: values under a key of the keychain, or only their hashes where there is none. */
export const createSnapshots = ({ table, keychain, log, sitesOf }: SnapshotsConfig) => {
  const keys = createSealingKeys(keychain, log, SNAPSHOT_KEY)

  return {
    /** Keeps a read of an account. Where the keychain gives no key, `reason` says that values became hashes. */
    keep: async (read: ReadWithValues, label: string | null): Promise<Result<Snapshot>> => {
      if (read.snapshotId !== null) {
        return fail('invalid-input', 'This is already a snapshot.', {
          next: 'Refresh the cookies, then save a snapshot.',
        })
      }
      const { accountId, profileId, at, cookies } = read
      const snapshotId = randomUUID()
      const key = await keys.present()
      const snapshot: Snapshot = {
        snapshotId,
        profileId,
        at,
        label: label || null,
        signedIn: null,
        cookies: cookies.length,
        values: key.ok ? 'encrypted' : 'hashes',
        reason: key.ok ? null : `${key.problem.message} Only hashes of the values were saved.`,
      }
      const salt = randomBytes(SALT_BYTES)
      const sealed = key.ok
        ? await sealEncrypted(fullContent(read), { accountId, snapshotId }, key.value)
        : await sealHashes(hashedContent(read, createValueHasher(salt)), salt)
      return sealed.ok ? table.add(accountId, snapshot, sealed.value) : sealed
    },
    /** The cookies of a snapshot, as they were at its time. */
    open: async (accountId: string, snapshotId: string): Promise<Result<ReadWithValues>> => {
      const found = table.find(accountId, snapshotId)
      if (!found.ok) return found
      const payload = table.payload(accountId, snapshotId)
      if (!payload.ok) return payload
      const opened = await openPayload(payload.value, { accountId, snapshotId }, keys.named)
      if (!opened.ok) return opened
      const { profileId, at, label } = found.value
      const content = await readContent(opened.value, { now: at, sites: sitesOf(accountId, profileId) })
      return content.ok ? ok({ accountId, profileId, at, snapshotId, label, ...content.value }) : content
    },
  }
}
