import { lstat } from 'node:fs/promises'
import type { FileCheck } from '../../archive-types.ts'
import { sha256Of } from '../disk/durable.ts'
import { insideRoot, outside } from '../disk/inside-root.ts'

export type Expected = { folder: string; name: string; sha256: string; bytes: number; signal?: AbortSignal }

/**
 * Whether the file is still there as it was archived: size first, then SHA-256. What leads out of the folder or
 * is no plain file any more counts as altered, what cannot be read as missing. Rejects only when aborted.
 */
export const recheckFile = async ({ folder, name, sha256, bytes, signal }: Expected): Promise<FileCheck> => {
  const path = await insideRoot(folder, name)
  if (!path.ok) return path === outside ? 'altered' : 'missing'
  try {
    const found = await lstat(path.value)
    if (!found.isFile() || found.size !== bytes) return 'altered'
    return (await sha256Of(path.value, signal)) === sha256 ? 'sound' : 'altered'
  } catch (error) {
    if (signal?.aborted) throw error
    return 'missing'
  }
}
