/** Folders that systems and storage boxes keep on a disk for themselves; lower case. */
const SYSTEM = new Set([
  '$recycle.bin',
  '@eadir',
  '@recently-snapshot',
  '@recycle',
  '@tmp',
  '#recycle',
  '#snapshot',
  '__macosx',
  'desktop.ini',
  'found.000',
  'lost+found',
  'network trash folder',
  'recycler',
  'system volume information',
  'temporary items',
  'thumbs.db',
])

/**
 * True for a file or folder that is not the person's: hidden ones (`._x.mp4` holds a Mac's attributes of `x.mp4`),
 * trash, previews, snapshots. Nothing in them is a recording, whatever its name ends in (H15). `name` is one entry of
 * a folder, not a path. Names of recordings never begin with a dot (`safe-name.ts`).
 */
export const isSystemEntry = (name: string): boolean => name.startsWith('.') || SYSTEM.has(name.toLowerCase())
