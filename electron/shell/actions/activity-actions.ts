import type { SaveDialogOptions } from 'electron'
import type { ActivityFilter } from '../../contract/models/activity-models.ts'
import type { HandlersOf } from '../../contract/operations/operation-table.ts'
import type { activityActionOperations } from '../../contract/operations/shell-operations.ts'
import { ok, type Problem, type Result } from '../../contract/result.ts'
import { saveFile, saveTextFile } from './save-file.ts'

type ActionsConfig = {
  activity: {
    /** JSON lines, a batch at a time. */
    exportLines: (filter: ActivityFilter) => Iterable<Result<string[]>>
    /** The text of a report as it was shown. */
    reportText: (reportId: string) => Result<string>
  }
  /** The person's folder for documents, absolute. */
  folder: () => string
  /** Epoch ms. */
  now: () => number
  /** Asks where to; null when the person closed the dialog. */
  ask: (options: SaveDialogOptions) => Promise<string | null>
}

/** Ids and addresses are in it: for the person alone. */
const MODE = 0o600
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** What the place Activity writes to the disk, where the person says. */
export const activityActions = ({
  activity,
  folder,
  now,
  ask,
}: ActionsConfig): HandlersOf<typeof activityActionOperations> => ({
  'activity.export': async (filter) => {
    const written: { count: number; problem: Problem | null } = { count: 0, problem: null }
    const lines = async function* (): AsyncGenerator<string> {
      for (const batch of activity.exportLines(filter)) {
        if (!batch.ok) {
          written.problem = batch.problem
          throw new Error(batch.problem.message) // so that no half file stays
        }
        written.count += batch.value.length
        yield batch.value.join('')
      }
    }
    const saved = await saveFile({
      ask,
      title: 'Export activity',
      folder: folder(),
      name: `Replay Desk activity ${dayOf(now())}.jsonl`,
      filters: [{ name: 'JSON lines', extensions: ['jsonl'] }],
      mode: MODE,
      data: lines(),
    })
    if (written.problem) return { ok: false, problem: written.problem }
    return saved.ok ? ok({ ...saved.value, count: written.count }) : saved
  },
  'activity.saveReport': async ({ reportId }) => {
    const text = activity.reportText(reportId)
    if (!text.ok) return text
    return saveTextFile({
      ask,
      title: 'Save report',
      folder: folder(),
      name: `Replay Desk report ${dayOf(now())}.txt`,
      filters: [{ name: 'Text', extensions: ['txt'] }],
      mode: MODE,
      text: text.value,
    })
  },
})
