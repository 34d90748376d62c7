import { afterEach, beforeEach } from 'vitest'
import type { Library } from '../library.ts'
import { testFolder, testLibrary } from './test-library.ts'

/** A new folder for each test of the file. It goes after everything that the file itself ends after a test. */
export const folderPerTest = (): { folder: string } => {
  const at = { folder: '' }
  let remove: () => void
  beforeEach(() => {
    ;({ folder: at.folder, remove } = testFolder())
  })
  afterEach(() => remove())
  return at
}

/** A new library in a new folder for each test of the file. A test that opens it again puts the new one here. */
export const libraryPerTest = (): { folder: string; library: Library } => {
  const at = folderPerTest() as { folder: string; library: Library }
  beforeEach(() => {
    at.library = testLibrary(at.folder)
  })
  afterEach(() => at.library.close())
  return at
}
