import { readdir } from 'node:fs/promises'
import type { Sidecar } from '../../../contract/models/archive-models.ts'
import type { FilesPort } from '../archive-types.ts'
import { isSystemEntry } from '../files/disk/system-entries.ts'
import { walkFolder } from '../files/disk/walk-folder.ts'
import { readSidecar } from '../files/metadata/sidecar.ts'
import { recheckFile } from '../files/verify/recheck.ts'
import { claimName } from './claims.ts'

export type KeptPair = {
  /** Relative to the folder, with `/`. */
  name: string
  sidecar: Sidecar
}

/**
 * What a folder and its subfolders hold already (H29), by the metadata files; damaged ones count as none. Each is
 * read once. Throws what the disk refuses. `recheck` reads a file whole: it may do so in another thread.
 */
export const createKeptPairs = (folder: string, recheck: FilesPort['recheckFile'] = recheckFile) => {
  const known = new Set<string>()
  /** Names of MP4s, by recording. */
  const names = new Map<string, Set<string>>()
  let isWhole = false

  const add = async (name: string): Promise<void> => {
    if (known.has(name)) return
    const sidecar = await readSidecar(folder, name)
    const baseUrl = sidecar.ok ? sidecar.value.account.baseUrl : ''
    const key = sidecar.ok && URL.parse(baseUrl) ? claimName(baseUrl, sidecar.value.session.id) : null
    // Its metadata file may be about to be written: it is looked at again.
    if (key === null) return
    known.add(name)
    names.set(key, (names.get(key) ?? new Set()).add(name))
  }

  const lookEverywhere = async (): Promise<void> => {
    for await (const file of walkFolder(folder)) if (/\.mp4$/i.test(file)) await add(file)
    isWhole = true
  }

  /** What came since: finished files appear in the folder itself; what was sorted away was there before. */
  const look = async (): Promise<void> => {
    if (!isWhole) return lookEverywhere()
    for (const file of await readdir(folder)) if (/\.mp4$/i.test(file) && !isSystemEntry(file)) await add(file)
  }

  type Search = { acceptPartial: boolean; sha256?: string; signal?: AbortSignal }
  const among = async (key: string, { acceptPartial, sha256, signal }: Search): Promise<KeptPair | 'moved' | null> => {
    let moved = false
    for (const name of names.get(key) ?? []) {
      const sidecar = await readSidecar(folder, name)
      const expected = sidecar.ok ? sidecar.value.file : null
      if (!sidecar.ok || !expected) {
        moved = true
        continue
      }
      // What a partial copy lacks may be there by now, unless it is too little to ask for.
      if (expected.partial && expected.minor !== true && !acceptPartial) continue
      // What was imported is this recording by its own word alone: only who looks for this very file may take it.
      if (sha256 === undefined ? expected.imported === true : expected.sha256 !== sha256) continue
      const { bytes } = expected
      const rest = signal ? { signal } : {}
      const check = await recheck({ folder, name, sha256: expected.sha256, bytes, ...rest })
      if (check === 'sound') return { name, sidecar: sidecar.value }
      moved ||= check === 'missing'
    }
    return moved ? 'moved' : null
  }

  return {
    look,
    has: (baseUrl: string, sessionId: string): boolean => names.has(claimName(baseUrl, sessionId)),
    /** A copy that is whole and unchanged; a partial one only where that is enough. Reads the file. */
    sound: async (baseUrl: string, sessionId: string, search: Search): Promise<KeptPair | null> => {
      const key = claimName(baseUrl, sessionId)
      const found = await among(key, search)
      if (found !== 'moved') return found
      await lookEverywhere()
      const again = await among(key, search)
      return again === 'moved' ? null : again
    },
  }
}
export type KeptPairs = ReturnType<typeof createKeptPairs>
