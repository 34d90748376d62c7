import type { FilesPort } from '../types.ts'
import { finish } from './finish.ts'
import { freeSpace } from './free-space.ts'
import { insideRoot } from './inside-root.ts'
import { nameFrom } from './name-template.ts'
import { reserveName } from './reserve-name.ts'
import { readSidecar, writeSidecar } from './sidecar.ts'

/** What works on names and small files alone; it holds no loop up. */
export const quickFiles = {
  nameFrom,
  reserveName,
  finish: (request) => finish(request),
  readSidecar,
  writeSidecar,
  insideRoot,
  freeSpace,
} satisfies Partial<FilesPort>

export type QuickFiles = typeof quickFiles
