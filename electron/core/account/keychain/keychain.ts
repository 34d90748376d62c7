import { performance } from 'node:perf_hooks'
import { type Fail, fail, ok, type Result } from '../../../contract/result.ts'
import type { Keychain, Log } from '../../base/ports.ts'
import { formatParts, joinParts, newParts, type Parts, partKey, readParts, splitSecret } from './keychain-parts.ts'
import { wakeSecretService } from './secret-service.ts'

/** One entry of the OS keychain, as `@napi-rs/keyring` offers it. */
export type NativeEntry = {
  getPassword: () => Promise<string | null>
  setPassword: (secret: string) => Promise<void>
  deletePassword: () => Promise<boolean>
}
/** Opens an entry; rejects when the native part is missing or there is no keychain. */
type OpenEntry = (service: string, key: string) => Promise<NativeEntry>

type KeychainConfig = {
  service: string
  /** Bound of every call, ms. */
  timeoutMs?: number
  log: Log
  platform?: NodeJS.Platform
  env?: NodeJS.ProcessEnv
  openEntry?: OpenEntry
}

/** Windows takes 2,560 bytes per entry, counted as UTF-16 (K04); a little is left for what it adds. */
const WINDOWS_UNITS = 1_200

const again = 'Sign in again. If this happens again, check the Replay Desk entry in your keychain app.'
const silent = () =>
  fail('keychain', 'The keychain did not respond in time.', { next: 'Unlock the keychain and sign in again.' })
const unreadable = () => fail('keychain', 'The keychain entry can no longer be read.', { next: again })
const notKept = () => fail('keychain', 'The keychain changed the stored token.', { next: again })
const refused = (what: string) => fail('keychain', `The keychain did not ${what} the entry.`, { next: again })
const tooLong = () =>
  fail('keychain', 'This token is too long for the system keychain.', { next: 'Use a shorter key.' })

/**
 * The library's loader runs any file that NAPI_RS_NATIVE_LIBRARY_PATH names in its own place, and other variables of
 * this kind swap it as well: a program that handles secrets takes none of them from its surroundings.
 */
const forgetLoaderSettings = (): void => {
  for (const name of Object.keys(process.env)) if (/^NAPI_RS_/i.test(name)) delete process.env[name]
}

/**
 * Loaded when first needed, so that a missing native part is just "no keychain". On Linux pinned to the Secret
 * Service: the library's own fallback is the kernel's key ring, which forgets everything at the next start (K05).
 */
const openNative: OpenEntry = async (service, key) => {
  forgetLoaderSettings()
  const { AsyncEntry } = await import('@napi-rs/keyring')
  return new AsyncEntry(service, key, { linux: { store: 'secret-service' } })
}

const IS_UNREADABLE = /encod|utf|decrypt|corrupt/i

/**
 * The keychain of the system (Keychain port). Every call ends within `timeoutMs`, one at a time, and answers a plain
 * sentence instead of an exception or D-Bus text (K01, K02). Writes are compared after writing (K04).
 */
export const createOsKeychain = ({
  service,
  timeoutMs = 8_000,
  log,
  platform = process.platform,
  env = process.env,
  openEntry = openNative,
}: KeychainConfig): Keychain => {
  const limit = platform === 'win32' ? WINDOWS_UNITS : Number.POSITIVE_INFINITY
  let queue: Promise<unknown> = Promise.resolve()
  /** A native call that hangs holds a thread; no second one is begun beside it. */
  let hanging: Promise<unknown> | null = null

  const bounded = async <T>(work: Promise<T>, left: number): Promise<T | Fail> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<Fail>((resolve) => {
      timer = setTimeout(() => resolve(silent()), Math.max(0, left))
    })
    const settled = work.then(
      () => 'settled' as const,
      () => 'settled' as const,
    )
    try {
      const first = await Promise.race([settled, late])
      if (first === 'settled') return await work
      hanging = settled
      void settled.then(() => {
        hanging = null
      })
      return first
    } finally {
      clearTimeout(timer)
    }
  }

  /** Runs `work` with entries at hand; `open` answers the same entry for the same key. */
  const run = <T>(
    what: string,
    work: (open: (key: string) => Promise<NativeEntry>) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const begun = performance.now()
    const left = () => timeoutMs - (performance.now() - begun)
    const task = async (): Promise<Result<T>> => {
      if (hanging || left() <= 0) return silent()
      try {
        if (platform === 'linux') {
          const awake = await wakeSecretService(env, left())
          if (!awake.ok) return awake
        }
        const opened = new Map<string, Promise<NativeEntry>>()
        const open = (key: string): Promise<NativeEntry> => {
          const entry = opened.get(key) ?? openEntry(service, key)
          opened.set(key, entry)
          return entry
        }
        return await bounded(work(open), left())
      } catch (error) {
        // The library's own words are for programs; only their kind reaches the log.
        const text = error instanceof Error ? error.message : ''
        log.warn(`keychain: ${what} failed`)
        return IS_UNREADABLE.test(text) ? unreadable() : refused(what)
      }
    }
    const result = queue.then(task)
    queue = result
    return result
  }

  type Open = (key: string) => Promise<NativeEntry>
  const piecesOf = async (open: Open, key: string, { generation, count }: Parts): Promise<(string | null)[]> => {
    const pieces: (string | null)[] = []
    for (let index = 0; index < count; index += 1)
      pieces.push(await (await open(partKey(key, generation, index))).getPassword())
    return pieces
  }
  const removeParts = async (open: Open, key: string, parts: Parts | null): Promise<void> => {
    for (let index = 0; index < (parts?.count ?? 0); index += 1)
      await (await open(partKey(key, parts?.generation ?? '', index))).deletePassword()
  }
  /** Puts back what was there before a write that did not hold. */
  const putBack = async (entry: NativeEntry, old: string | null): Promise<void> => {
    if (old === null) await entry.deletePassword()
    else await entry.setPassword(old)
  }

  return {
    read: (key) =>
      run<string | null>('read', async (open) => {
        const stored = await (await open(key)).getPassword()
        const parts = stored === null ? null : readParts(stored)
        if (parts === null) return ok(stored)
        const secret = joinParts(parts, await piecesOf(open, key, parts))
        return secret === null ? unreadable() : ok(secret)
      }),
    write: (key, secret) =>
      run<void>('store', async (open) => {
        const entry = await open(key)
        const old = await entry.getPassword()
        const oldParts = old === null ? null : readParts(old)
        if (secret.length <= limit) {
          await entry.setPassword(secret)
          if ((await entry.getPassword()) !== secret) {
            await putBack(entry, old)
            return notKept()
          }
        } else {
          const pieces = splitSecret(secret, limit)
          if (pieces === null) return tooLong()
          const parts = newParts(secret, pieces.length)
          for (const [index, piece] of pieces.entries())
            await (await open(partKey(key, parts.generation, index))).setPassword(piece)
          // The entry itself is changed last and only for parts that read back whole.
          if (joinParts(parts, await piecesOf(open, key, parts)) !== secret) {
            await removeParts(open, key, parts)
            return notKept()
          }
          await entry.setPassword(formatParts(parts))
          if ((await entry.getPassword()) !== formatParts(parts)) {
            await putBack(entry, old)
            return notKept()
          }
        }
        await removeParts(open, key, oldParts)
        return ok(undefined)
      }),
    remove: (key) =>
      run<void>('remove', async (open) => {
        const entry = await open(key)
        const stored = await entry.getPassword().catch(() => null) // an unreadable one is removed all the same
        await removeParts(open, key, stored === null ? null : readParts(stored))
        await entry.deletePassword()
        return ok(undefined)
      }),
  }
}
