import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from './disk-problems.ts'
import { isSystemEntry } from './system-entries.ts'

/** Deeper than recordings are sorted; a bound for folders that were dropped by mistake. */
const DEEPEST = 8

/**
 * The plain files below a folder as relative names with `/`, one by one, so that memory does not grow. Links are
 * left out: they may lead anywhere (D17), and so is what the system keeps there for itself (H15). A subfolder that
 * vanishes meanwhile is no fault; the folder itself is.
 */
export async function* walkFolder(folder: string, below = '', depth = 0): AsyncGenerator<string> {
  const subfolders: string[] = []
  try {
    for await (const entry of await opendir(join(folder, below))) {
      if (isSystemEntry(entry.name)) continue
      const name = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isFile()) yield name
      else if (entry.isDirectory() && depth < DEEPEST) subfolders.push(name)
    }
  } catch (error) {
    if (depth === 0 || !isMissing(error)) throw error
  }
  for (const subfolder of subfolders) yield* walkFolder(folder, subfolder, depth + 1)
}
