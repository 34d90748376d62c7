import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { replaceByDraft } from '../files/disk/draft.ts'
import { filesOf } from '../files/names/recording-files.ts'
import { removeUnfinished } from '../files/placing/leftovers.ts'
import { CLAIMS_FOLDER, takeClaim } from './claims.ts'

/** `name`: the reserved name under which an import copies. `wanted`: the name it was about to reserve. */
const noteModel = z.union([z.object({ name: z.string() }), z.object({ wanted: z.string() })])
type Note = z.infer<typeof noteModel>

export type ImportRecord = {
  /** What is copied from now on, so that a later run can clear it away should this one be killed. */
  note: (under: Note) => Promise<void>
  close: () => Promise<void>
}

const TOOL = 'Replay Desk, import'
const fileOf = (id: string): string => `import-${id}.json`
const claimOf = (folder: string, id: string) => takeClaim(folder, 'import://folder', id, TOOL)

/**
 * Where one import writes down what it copies, from its first copy on: one without copies leaves the folder alone. A
 * folder that takes no record is imported into all the same.
 */
export const openImportRecord = (folder: string): ImportRecord => {
  const id = randomUUID()
  let opening: ReturnType<typeof claimOf> | null = null
  return {
    note: async (under) => {
      opening ??= claimOf(folder, id)
      const claimed = await opening
      if (claimed.kind === 'taken') await replaceByDraft(join(claimed.claim.home, fileOf(id)), JSON.stringify(under))
    },
    close: async () => {
      const claimed = await opening
      if (claimed?.kind !== 'taken') return
      await rm(join(claimed.claim.home, fileOf(id)), { force: true })
      await claimed.claim.release()
    },
  }
}

const clear = async (folder: string, note: Note): Promise<void> => {
  if ('name' in note) return void (await removeUnfinished(folder, note.name))
  // Killed around the reservation: an empty part under the wanted name has no data to lose.
  const size = await stat(join(folder, filesOf(note.wanted).part)).then(
    (file) => file.size,
    () => null,
  )
  if (size === 0) await removeUnfinished(folder, note.wanted)
}

/** Clears away what imports left that were killed (L18); those that run are left alone. */
export const clearImports = async (folder: string): Promise<void> => {
  const entries = await readdir(join(folder, CLAIMS_FOLDER)).catch(() => [])
  for (const entry of entries) {
    const [, id] = /^import-([0-9a-f-]{36})\.json$/.exec(entry) ?? []
    if (id === undefined) continue
    const claimed = await claimOf(folder, id)
    if (claimed.kind !== 'taken') continue
    const path = join(claimed.claim.home, entry)
    try {
      const note = noteModel.safeParse(JSON.parse(await readFile(path, 'utf8')))
      if (note.success) await clear(folder, note.data)
    } catch {
      // Cut short: it says nothing.
    }
    await rm(path, { force: true })
    await claimed.claim.release()
  }
}
