import { readdir } from 'node:fs/promises'
import type { Sidecar } from '../../contract/archive-models.ts'
import { recheckFile } from '../../core/archive/files/recheck.ts'
import { readSidecar } from '../../core/archive/files/sidecar.ts'
import { placeOf } from './item-state.ts'

export type Kept = { name: string; sidecar: Sidecar }

/** What a folder holds already, by its side files; damaged ones count as none. */
export const readFolder = async (folder: string, baseUrl: string) => {
  const bySession = new Map<string, Kept[]>()
  for (const entry of await readdir(folder)) {
    if (!/\.mp4$/i.test(entry)) continue
    const sidecar = await readSidecar(folder, entry)
    if (!sidecar.ok || !URL.canParse(sidecar.value.account.baseUrl)) continue
    if (placeOf(sidecar.value.account.baseUrl) !== placeOf(baseUrl)) continue
    const { id } = sidecar.value.session
    bySession.set(id, [...(bySession.get(id) ?? []), { name: entry, sidecar: sidecar.value }])
  }
  return {
    has: (sessionId: string): boolean => bySession.has(sessionId),
    /** A copy that is whole and unchanged; a partial one only where that is enough. Reads the file. */
    sound: async (sessionId: string, acceptPartial: boolean, signal: AbortSignal): Promise<Kept | null> => {
      for (const kept of bySession.get(sessionId) ?? []) {
        const { sha256, bytes, partial } = kept.sidecar.file
        if (partial && !acceptPartial) continue
        try {
          if ((await recheckFile({ folder, name: kept.name, sha256, bytes, signal })) === 'sound') return kept
        } catch (error) {
          if (signal.aborted) return null
          throw error
        }
      }
      return null
    },
  }
}
