import { createHash, randomBytes } from 'node:crypto'
import { fail, ok, type Result } from '../../../contract/result.ts'
import type { Keychain, Log } from '../../base/ports.ts'

/** The key of snapshots. `id` names it in what it sealed and tells nothing of it. */
export type SnapshotKey = { id: Buffer; key: Buffer }

const KEY_BYTES = 32
export const KEY_ID_BYTES = 8
/** Entries that are not ours are left alone and the next is taken (K06); so many in a row means that something is wrong. */
const MAX_SLOTS = 4

/** Times a key is written when other programs write one at the same moment; each of them reads back what won. */
const MAX_WRITES = 5

/** Where a key rests under its own name: no other program's key can take its place (L19). */
const ownEntry = (id: Buffer): string => `cookie-snapshots/key/${id.toString('hex')}`
const entryName = (slot: number): string => (slot === 0 ? 'cookie-snapshots' : `cookie-snapshots/${slot}`)

/** The id follows from the key, so that an entry cannot name another key than its own. */
const withId = (key: Buffer): SnapshotKey => ({
  id: createHash('sha256').update('replay-desk snapshot key').update(key).digest().subarray(0, KEY_ID_BYTES),
  key,
})

const formatEntry = (key: Buffer): string => `replay-desk-snapshot-key:1:${key.toString('base64url')}`

/** Null for an entry of somebody else, or one that is damaged. */
const parseEntry = (text: string): SnapshotKey | null => {
  const key = Buffer.from(/^replay-desk-snapshot-key:1:([\w-]{43})$/.exec(text)?.[1] ?? '', 'base64url')
  return key.length === KEY_BYTES ? withId(key) : null
}

/**
 * The snapshots' keys in the OS keychain: one for this installation, for all of its accounts. A keychain cannot say "only
 * if nothing is there", so programs that make the first key at one moment may overwrite each other: each key is therefore
 * kept under its own name first, and whatever the common entry then holds is used (L19).
 */
export const createSnapshotKeys = (keychain: Keychain, log: Log) => {
  const known = new Map<string, SnapshotKey>()
  /** One after another: two first snapshots at once must not make two keys. */
  let queue: Promise<unknown> = Promise.resolve()

  /** Entries in order until `use` says what to do with one. */
  const walk = async (
    use: (entry: SnapshotKey | null, slot: number) => Promise<Result<SnapshotKey> | null>,
  ): Promise<Result<SnapshotKey> | null> => {
    for (let slot = 0; slot < MAX_SLOTS; slot += 1) {
      const stored = await keychain.read(entryName(slot))
      if (!stored.ok) return stored
      const entry = stored.value === null ? null : parseEntry(stored.value)
      if (entry) known.set(entry.id.toString('hex'), entry)
      else if (stored.value !== null) {
        log.warn('keychain: an entry for snapshots cannot be read; it is left as it is')
        continue
      }
      const used = await use(entry, slot)
      if (used) return used
    }
    return null
  }
  const makeKey = async (slot: number): Promise<Result<SnapshotKey>> => {
    const made = withId(randomBytes(KEY_BYTES))
    const own = await keychain.write(ownEntry(made.id), formatEntry(made.key))
    if (!own.ok) return own
    known.set(made.id.toString('hex'), made)
    let result: Result<unknown> = own
    for (let nth = 0; nth < MAX_WRITES; nth += 1) {
      result = await keychain.write(entryName(slot), formatEntry(made.key))
      // Read whatever became of the write: another program's key may have won, and then the write says that it failed.
      const stored = await keychain.read(entryName(slot))
      if (!stored.ok) return stored
      const won = stored.value === null ? null : parseEntry(stored.value)
      if (!won) continue
      known.set(won.id.toString('hex'), won)
      return ok(won)
    }
    return result.ok ? fail('keychain', 'The keychain did not save the snapshot key.') : result
  }
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const done = queue.then(run)
    queue = done.catch(() => {}) // whoever waits for it hears of it
    return done
  }

  return {
    /**
     * The key to seal with, made when there is none. Asked of the keychain each time, so that nothing is sealed with a
     * key that was taken away meanwhile.
     */
    present: (): Promise<Result<SnapshotKey>> =>
      inTurn(async () => {
        const found = await walk(async (entry, slot) => (entry ? ok(entry) : makeKey(slot)))
        return found ?? fail('keychain', 'The keychain entry of the snapshot key was replaced by another program.')
      }),
    /** The key that sealed something. */
    named: (id: Buffer): Promise<Result<SnapshotKey>> =>
      inTurn(async () => {
        const kept = known.get(id.toString('hex'))
        if (kept) return ok(kept)
        const own = await keychain.read(ownEntry(id))
        const named = own.ok && own.value !== null ? parseEntry(own.value) : null
        if (named?.id.equals(id)) {
          known.set(id.toString('hex'), named)
          return ok(named)
        }
        const found = await walk(async (entry) => (entry?.id.equals(id) ? ok(entry) : null))
        if (found?.ok) return found
        if (found) return fail('keychain', found.problem.message, { next: 'Unlock the keychain and open it again.' })
        return fail('keychain', 'The key of this snapshot is no longer in the keychain, so it cannot be opened.', {
          next: 'Restore the keychain entry, or remove the snapshot.',
        })
      }),
  }
}
