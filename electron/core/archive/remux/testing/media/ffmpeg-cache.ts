import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { createDiskCache, keyOf } from './disk-cache.ts'

const FOLDER = join(import.meta.dirname, '../../../../../../node_modules/.cache/replay-desk-media')
/** What ffmpeg is asked for, and what is read out of its answer. */
const RECIPES = ['decode.ts', 'ffmpeg-cache.ts', 'media-kit.ts', 'numbered.ts']

const ffmpegVersion = (): string => {
  try {
    return execFileSync('ffmpeg', ['-version'], { encoding: 'utf8' })
  } catch {
    return 'none'
  }
}

let opened: ReturnType<typeof createDiskCache> | null = null

/**
 * What ffmpeg made of the same bytes with the same arguments in an earlier run. The same version of it makes the same
 * again, and takes a good second of a processor for one recording.
 */
export const ffmpegCache = (): ReturnType<typeof createDiskCache> => {
  opened ??= createDiskCache(
    FOLDER,
    ffmpegVersion(),
    ...RECIPES.map((name) => readFileSync(join(import.meta.dirname, name))),
  )
  return opened
}

/** The bytes of a file; those of a playlist are all files beside it, with their names. */
export const contentKey = async (path: string): Promise<string> => {
  if (!path.endsWith('.m3u8')) return keyOf(await readFile(path))
  const names = (await readdir(dirname(path))).toSorted()
  const parts = await Promise.all(names.map(async (name) => [name, await readFile(join(dirname(path), name))] as const))
  return keyOf(basename(path), ...parts.flat())
}
