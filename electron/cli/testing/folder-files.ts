import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The content of every file below a folder, to search it. */
export const filesBelow = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('')
