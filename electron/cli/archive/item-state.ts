import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { archiveItemModel, sidecarModel } from '../../contract/models/archive-models.ts'
import { ok, type Problem, type Result } from '../../contract/result.ts'
import { claimName, takeClaim } from '../../core/archive/claims/claims.ts'
import type { Owner } from '../../core/archive/claims/owner.ts'
import { diskProblem } from '../../core/archive/files/disk/disk-problems.ts'
import { replaceByDraftNow } from '../../core/archive/files/disk/draft.ts'
import type { StoredItem } from '../../core/library/tables/archive-rows.ts'

/** What the next attempt resumes with; everything else is requested again. */
const savedModel = archiveItemModel
  .pick({
    source: true,
    bytes: true,
    totalBytes: true,
    fileName: true,
    sha256: true,
    durationMs: true,
    partial: true,
    warnings: true,
  })
  .extend({ version: z.literal(1), sessionId: z.string(), sidecar: sidecarModel.nullable() })
export type SavedItem = z.infer<typeof savedModel>

export type ItemState = {
  read: () => SavedItem | null
  write: (item: StoredItem) => Result<undefined>
  /** Aborted when another process took the recording over. */
  lost: AbortSignal
  /** Lets others in; with `done` there is nothing to go on with. */
  release: (done: boolean) => Promise<void>
}
export type OpenedState =
  | { kind: 'open'; state: ItemState }
  /** Another process is at it. */
  | { kind: 'busy'; owner: Owner | null }
  | { kind: 'failed'; problem: Problem }

/** The state of one recording in a folder, locked by this process until it is released. */
export const openState = async (
  folder: string,
  baseUrl: string,
  sessionId: string,
  tool: string,
): Promise<OpenedState> => {
  const taken = await takeClaim(folder, baseUrl, sessionId, tool)
  if (taken.kind !== 'taken') return taken
  const { home, lost, release } = taken.claim
  const file = join(home, `${claimName(baseUrl, sessionId)}.json`)
  return {
    kind: 'open',
    state: {
      lost,
      read: () => {
        try {
          const saved = savedModel.safeParse(JSON.parse(readFileSync(file, 'utf8')))
          return saved.success && saved.data.sessionId === sessionId ? saved.data : null
        } catch {
          return null // none, or cut short by a full disk: the recording is downloaded again
        }
      },
      write: (item) => {
        try {
          const { data } = savedModel.safeParse({ version: 1, ...item })
          replaceByDraftNow(file, JSON.stringify(data))
          return ok(undefined)
        } catch (error) {
          return diskProblem(error)
        }
      },
      release: async (done) => {
        if (done) rmSync(file, { force: true })
        await release()
      },
    },
  }
}
