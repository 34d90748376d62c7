import type { FilesPort } from '../types.ts'
import { finish } from './finish.ts'
import { freeSpace } from './free-space.ts'
import { importFolder } from './import-folder.ts'
import { insideRoot } from './inside-root.ts'
import { nameFrom } from './name-template.ts'
import { recheckFile } from './recheck.ts'
import { reserveName } from './reserve-name.ts'
import { readSidecar, writeSidecar } from './sidecar.ts'
import { verifyMp4 } from './verify-mp4.ts'

/** Everything the queue does with the archive folder. */
export const createFiles = (): FilesPort => ({
  nameFrom,
  reserveName,
  verifyMp4,
  finish: (request) => finish(request),
  readSidecar,
  writeSidecar,
  recheckFile,
  importFolder,
  insideRoot,
  freeSpace,
})
