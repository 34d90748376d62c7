import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The content of every file below a folder, to search it. */
export const filesBelow = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('')

/** The file without the instants at which an MP4 says it was made. */
export const untimed = (path: string): Buffer => {
  const file = readFileSync(path)
  for (const box of ['mvhd', 'tkhd', 'mdhd'])
    for (let at = file.indexOf(box); at >= 0; at = file.indexOf(box, at + 4))
      file.fill(0, at + 8, at + 8 + (file[at + 4] === 1 ? 16 : 8))
  return file
}
