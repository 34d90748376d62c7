import type { OpenDialogOptions } from 'electron'
import type { HandlersOf } from '../../contract/operations/operation-table.ts'
import type { archiveActionOperations } from '../../contract/operations/shell-operations.ts'
import { fail, ok, type Result } from '../../contract/result.ts'

type ActionsConfig = {
  archive: {
    /** The real path of a finished file, checked to lie in the archive folder (D17). */
    itemFile: (id: string) => Promise<Result<string>>
    importFolder: (path: string) => Promise<Result<{ imported: number; known: number; refused: string[] }>>
    folder: () => string
  }
  setFolder: (path: string) => Promise<Result<unknown>>
  askForFolder: (options: OpenDialogOptions) => Promise<string | null>
  reveal: (path: string) => void
  /** Answers why it could not be opened; empty when it was. */
  open: (path: string) => Promise<string>
}

/** What the place Archive does with the system. The page names items, never paths: a folder comes from main's dialog. */
export const archiveActions = ({
  archive,
  setFolder,
  askForFolder,
  reveal,
  open,
}: ActionsConfig): HandlersOf<typeof archiveActionOperations> => ({
  'archive.reveal': async ({ id }) => {
    const file = await archive.itemFile(id)
    if (!file.ok) return file
    reveal(file.value)
    return ok(undefined)
  },
  'archive.openFile': async ({ id }) => {
    const file = await archive.itemFile(id)
    if (!file.ok) return file
    // The kind is ours: a file of another ending would be run by the system, not played.
    if (!/\.mp4$/i.test(file.value)) return fail('storage', 'This file is not a video.')
    const refusal = await open(file.value)
    return refusal === ''
      ? ok(undefined)
      : fail('storage', 'No app on this computer can open this video.', {
          next: 'Play it in Replay Desk.',
          details: refusal,
        })
  },
  'archive.chooseFolder': async () => {
    const folder = await askForFolder({ title: 'Archive folder', defaultPath: archive.folder() })
    if (folder === null) return ok({ folder: null })
    const stored = await setFolder(folder)
    return stored.ok ? ok({ folder }) : stored
  },
  'archive.importFolder': async () => {
    const from = await askForFolder({ title: 'Import recordings', defaultPath: archive.folder() })
    return from === null ? ok({ imported: 0, known: 0, refused: [] }) : archive.importFolder(from)
  },
})
