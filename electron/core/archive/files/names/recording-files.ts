/** Two names that some file system takes for one have the same key: case and composition do not count (D14). */
export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase().toUpperCase().normalize('NFC')

/** The files of one recording, by the name of its MP4. `state` is beside the part while it is fetched. */
export const filesOf = (name: string): { mp4: string; part: string; state: string; sidecar: string } => ({
  mp4: name,
  part: `${name}.part`,
  state: `${name}.part.json`,
  sidecar: `${name.replace(/\.mp4$/i, '')}.json`,
})

/** The folder with the segments of a playlist that are kept for the next try, beside the part. */
export const workFolderOf = (part: string): string => `${part}.parts`
