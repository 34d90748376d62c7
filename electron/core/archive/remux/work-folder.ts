import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { trailer, wholeBody } from '../../replay/cache/segment-files.ts'

const STATE = 'list.json'
const nameOf = (index: number): string => `${index}.seg`

const readFingerprint = async (folder: string): Promise<string | null> => {
  try {
    const state: unknown = JSON.parse(await readFile(join(folder, STATE), 'utf8'))
    const said = state && typeof state === 'object' && 'fingerprint' in state ? state.fingerprint : null
    return typeof said === 'string' ? said : null
  } catch {
    return null
  }
}

/**
 * The segments of one export on disk, by their place in the list, so that another try goes on where the last
 * one ended (D21). They are kept decrypted: the key is never stored (P18). Segments of another list, or of an
 * unknown one, are removed (P22). A file that is not whole counts as absent. Throws what the disk throws.
 */
export const openWorkFolder = async (folder: string, fingerprint: string) => {
  await mkdir(folder, { recursive: true })
  const before = await readFingerprint(folder)
  if (before !== fingerprint) {
    for (const name of await readdir(folder)) {
      if (/^\d+\.seg$/.test(name)) await rm(join(folder, name), { force: true })
    }
    await writeFile(join(folder, STATE), JSON.stringify({ version: 1, fingerprint }))
  }
  const kept = new Set(await readdir(folder))

  return {
    /** True when the folder held another list. */
    changed: before !== null && before !== fingerprint,
    read: async (index: number): Promise<Buffer | null> => {
      if (!kept.has(nameOf(index))) return null
      try {
        const body = wholeBody(await readFile(join(folder, nameOf(index))))
        return body && Buffer.from(body.buffer, body.byteOffset, body.length)
      } catch {
        return null
      }
    },
    write: async (index: number, body: Uint8Array): Promise<void> => {
      const file = await open(join(folder, nameOf(index)), 'w')
      try {
        let [first, ...rest]: Uint8Array[] = [body, trailer(body.length, crc32(body))]
        while (first) {
          const { bytesWritten } = await file.write(first)
          first = first.subarray(bytesWritten)
          if (first.length === 0) [first, ...rest] = rest
        }
      } finally {
        await file.close()
      }
    },
  }
}

export type WorkFolder = Awaited<ReturnType<typeof openWorkFolder>>
