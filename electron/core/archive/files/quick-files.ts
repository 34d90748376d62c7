import type { FilesPort } from '../archive-types.ts'
import { freeSpace } from './disk/free-space.ts'
import { insideRoot } from './disk/inside-root.ts'
import { readSidecar, writeSidecar } from './metadata/sidecar.ts'
import { nameFrom } from './names/name-template.ts'
import { reserveName } from './names/reserve-name.ts'
import { finish } from './placing/finish.ts'

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
