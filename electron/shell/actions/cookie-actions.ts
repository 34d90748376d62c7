import { extname } from 'node:path'
import type { FileFilter, SaveDialogOptions } from 'electron'
import type { ExportRequest } from '../../contract/models/cookie-models.ts'
import type { HandlersOf } from '../../contract/operations/operation-table.ts'
import type { cookieActionOperations } from '../../contract/operations/shell-operations.ts'
import { fail, ok, type Result } from '../../contract/result.ts'
import { saveTextFile } from './save-file.ts'
import type { SecretClipboard } from './secret-clipboard.ts'

type Exported = { fileName: string; text: string; count: number }
type ActionsConfig = {
  cookies: {
    valueOf: (readId: string, id: string) => Result<string>
    exportOf: (request: ExportRequest) => Result<Exported>
  }
  clipboard: Pick<SecretClipboard, 'copy'>
  /** The person's folder for downloads, absolute. */
  folder: () => string
  /** Asks where to; null when the person closed the dialog. */
  ask: (options: SaveDialogOptions) => Promise<string | null>
}

const FILTERS: Record<string, FileFilter> = {
  '.txt': { name: 'Text', extensions: ['txt'] },
  '.json': { name: 'JSON', extensions: ['json'] },
  '.sh': { name: 'Shell script', extensions: ['sh'] },
}
const ANY_TEXT: FileFilter = { name: 'Text', extensions: ['txt'] }

/** What leaves the program with values in it: by the clipboard, which forgets again, and by files for the person alone. */
export const cookieActions = ({
  cookies,
  clipboard,
  folder,
  ask,
}: ActionsConfig): HandlersOf<typeof cookieActionOperations> => {
  const exportOf = (request: ExportRequest): Result<Exported> => {
    const made = cookies.exportOf(request)
    if (!made.ok || made.value.count > 0) return made
    return fail('invalid-input', 'No cookie would be exported.', { next: 'Select other cookies or another format.' })
  }
  return {
    'cookies.copyValue': async ({ readId, id }) => {
      const value = cookies.valueOf(readId, id)
      return value.ok ? clipboard.copy(value.value) : value
    },
    'cookies.copyExport': async (request) => {
      const made = exportOf(request)
      if (!made.ok) return made
      const copied = await clipboard.copy(made.value.text)
      return copied.ok ? ok({ ...copied.value, count: made.value.count }) : copied
    },
    'cookies.saveExport': async (request) => {
      const made = exportOf(request)
      if (!made.ok) return made
      const { fileName, text, count } = made.value
      const filter = FILTERS[extname(fileName)] ?? ANY_TEXT
      const saved = await saveTextFile({
        ask,
        title: 'Save cookies',
        folder: folder(),
        name: fileName,
        filters: [filter],
        text,
        mode: 0o600,
      })
      return saved.ok ? ok({ ...saved.value, count }) : saved
    },
  }
}
