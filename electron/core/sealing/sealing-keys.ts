import { createHash, randomBytes } from 'node:crypto'
import { fail, ok, type Result } from '../../contract/result.ts'
import type { Keychain, Log } from '../base/ports.ts'

/** A key of the keychain. `id` names it in what it sealed and tells nothing of it. */
export type SealingKey = { id: Buffer; key: Buffer }

/** What a key is for. Each purpose has a key of its own, under entries of its own. */
export type KeyPurpose = {
  /** The common entry; a key under its own name, and entries beside a foreign one, begin with it. */
  entry: string
  /** What an entry's text begins with, its version included. */
  format: string
  /** What the id of a key is derived with. */
  idOf: string
  /** The key's name in sentences. */
  name: string
  /** Why what it sealed cannot be opened once the key is gone, and what helps. */
  lost: { message: string; next: string }
}

const KEY_BYTES = 32
export const KEY_ID_BYTES = 8
/** Entries that are not ours are left alone and the next is taken (K06); so many in a row means that something is wrong. */
const MAX_SLOTS = 4

/** Times a key is written when other programs write one at the same moment; each of them reads back what won. */
const MAX_WRITES = 5

/** How the entries of a purpose are named and written. */
const entriesOf = ({ entry, format, idOf }: KeyPurpose) => {
  /** The id follows from the key, so that an entry cannot name another key than its own. */
  const withId = (key: Buffer): SealingKey => ({
    id: createHash('sha256').update(idOf).update(key).digest().subarray(0, KEY_ID_BYTES),
    key,
  })
  return {
    withId,
    /** Where a key rests under its own name: no other program's key can take its place (L19). */
    ownEntry: (id: Buffer): string => `${entry}/key/${id.toString('hex')}`,
    entryName: (slot: number): string => (slot === 0 ? entry : `${entry}/${slot}`),
    formatEntry: (key: Buffer): string => `${format}:${key.toString('base64url')}`,
    /** Null for a foreign or damaged entry. */
    parseEntry: (text: string): SealingKey | null => {
      const said = text.startsWith(`${format}:`) ? text.slice(format.length + 1) : ''
      const key = Buffer.from(/^[\w-]{43}$/.test(said) ? said : '', 'base64url')
      return key.length === KEY_BYTES ? withId(key) : null
    },
  }
}

/**
 * The keys of one purpose in the OS keychain: one for this installation, for all of its accounts. A keychain cannot say "only
 * if nothing is there", so programs that make the first key at one moment may overwrite each other: each key is therefore
 * kept under its own name first, and whatever the common entry then holds is used (L19).
 */
export const createSealingKeys = (keychain: Keychain, log: Log, purpose: KeyPurpose) => {
  const { withId, ownEntry, entryName, formatEntry, parseEntry } = entriesOf(purpose)
  const known = new Map<string, SealingKey>()
  /** One after another: two first texts at once must not make two keys. */
  let queue: Promise<unknown> = Promise.resolve()

  /** Entries in order until `use` says what to do with one. */
  const walk = async (
    use: (entry: SealingKey | null, slot: number) => Promise<Result<SealingKey> | null>,
  ): Promise<Result<SealingKey> | null> => {
    for (let slot = 0; slot < MAX_SLOTS; slot += 1) {
      const stored = await keychain.read(entryName(slot))
      if (!stored.ok) return stored
      const entry = stored.value === null ? null : parseEntry(stored.value)
      if (entry) known.set(entry.id.toString('hex'), entry)
      else if (stored.value !== null) {
        log.warn(`keychain: an entry of the ${purpose.name} cannot be read; it is left as it is`)
        continue
      }
      const used = await use(entry, slot)
      if (used) return used
    }
    return null
  }
  const makeKey = async (slot: number): Promise<Result<SealingKey>> => {
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
    return result.ok ? fail('keychain', `The keychain did not save the ${purpose.name}.`) : result
  }
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const done = queue.then(run)
    queue = done.catch(() => {}) // callers that await it get the error
    return done
  }

  return {
    /**
     * The key to seal with, made when there is none. Asked of the keychain each time, so that nothing is sealed with a
     * key that was taken away meanwhile.
     */
    present: (): Promise<Result<SealingKey>> =>
      inTurn(async () => {
        const found = await walk(async (entry, slot) => (entry ? ok(entry) : makeKey(slot)))
        return found ?? fail('keychain', `The keychain entry of the ${purpose.name} was replaced by another program.`)
      }),
    /** The key that sealed something. */
    named: (id: Buffer): Promise<Result<SealingKey>> =>
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
        return fail('keychain', purpose.lost.message, { next: purpose.lost.next })
      }),
  }
}
export type SealingKeys = ReturnType<typeof createSealingKeys>
