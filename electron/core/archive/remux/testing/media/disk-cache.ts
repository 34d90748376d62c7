import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'

type Part = string | Uint8Array

const DIGEST_BYTES = 32
const UNUSED_MS = 14 * 24 * 3_600_000

const digestOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** A hash of parts and of where each one ends. */
export const keyOf = (...parts: Part[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part)
  return hash.digest('hex')
}

/** The stored value; undefined when there is none, or not all of it. */
const read = async (path: string): Promise<{ value: unknown } | undefined> => {
  try {
    const stored = await readFile(path)
    const body = stored.subarray(DIGEST_BYTES)
    if (!digestOf(body).equals(stored.subarray(0, DIGEST_BYTES))) return undefined
    const now = new Date()
    await utimes(path, now, now).catch(() => {}) // a folder that cannot be written to can still be read
    return { value: deserialize(body) }
  } catch {
    return undefined
  }
}

/**
 * Results on the disk, each under what it was made from. `made` answers the stored one or makes it. Nothing fails because
 * of the disk: a value that cannot be read whole is made again, one that cannot be written is not stored.
 */
export const createDiskCache = (folder: string, ...basis: Part[]) => {
  const base = keyOf(process.version, ...basis)

  const store = async (path: string, value: unknown): Promise<void> => {
    const body = serialize(value)
    const aside = `${path}.${randomBytes(6).toString('hex')}.new`
    try {
      await mkdir(folder, { recursive: true })
      await writeFile(aside, Buffer.concat([digestOf(body), body]))
      await rename(aside, path)
    } catch {
      await rm(aside, { force: true }).catch(() => {})
    }
  }

  return {
    made: async <T>(parts: Part[], make: () => Promise<T>): Promise<T> => {
      const path = join(folder, keyOf(base, ...parts))
      const stored = await read(path)
      if (stored) return stored.value as T
      const value = await make()
      await store(path, value)
      return value
    },
    /** Removes what no run has used for two weeks, and what was left by one that ended while it wrote. */
    prune: async (now = Date.now()): Promise<void> => {
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name)
        const used = await stat(path).then(
          ({ mtimeMs }) => mtimeMs,
          () => now,
        )
        if (now - used > UNUSED_MS) await rm(path, { force: true }).catch(() => {})
      }
    },
  }
}
