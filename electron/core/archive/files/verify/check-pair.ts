import { lstat } from 'node:fs/promises'
import type { Damage, FileCheck } from '../../archive-types.ts'
import { insideRoot, outside } from '../disk/inside-root.ts'
import { type Expected, recheckFile } from './recheck.ts'
import { damageText, verifyMp4 } from './verify-mp4.ts'

/** `damaged`: the very file that was archived, but not all of it can be shown. `message` says why. */
export type PairCheck =
  | { check: FileCheck; damage: null; message: null }
  | { check: 'damaged'; damage: Damage | null; message: string }

const plain = (check: FileCheck): PairCheck => ({ check, damage: null, message: null })

/**
 * Whether a recording is the file its metadata file speaks of, and whether its pictures are whole: one pass over the
 * file. `damage` is null where it is no readable MP4 at all. Rejects only when aborted.
 */
export const checkPair = async (expected: Expected): Promise<PairCheck> => {
  const { folder, name, sha256, bytes, signal } = expected
  const path = await insideRoot(folder, name)
  if (!path.ok) return plain(path === outside ? 'altered' : 'missing')
  const found = await lstat(path.value).catch(() => null)
  if (!found) return plain('missing')
  if (!found.isFile() || found.size !== bytes) return plain('altered')
  const rest = signal ? { signal } : {}
  const verified = await verifyMp4({ path: path.value, expectedBytes: bytes, announcedMs: null, ...rest })
  signal?.throwIfAborted()
  if (!verified.ok) {
    if (verified.problem.code !== 'media-error') return plain('missing')
    const check = await recheckFile(expected)
    return check === 'sound' ? { check: 'damaged', damage: null, message: verified.problem.message } : plain(check)
  }
  if (verified.value.sha256 !== sha256) return plain('altered')
  const { damage, pictures } = verified.value
  const message = damageText(damage, pictures)
  return message === null ? plain('sound') : { check: 'damaged', damage, message }
}
