import { basename } from 'node:path'
import type { OpenDialogOptions, SaveDialogOptions } from 'electron'
import type { ReviewFormat } from '../../contract/constants/hand-over-constants.ts'
import type { handOverActionOperations } from '../../contract/operations/hand-over-operations.ts'
import type { HandlersOf } from '../../contract/operations/operation-table.ts'
import { ok } from '../../contract/result.ts'
import type { HandOver } from '../../core/hand-over/hand-over.ts'
import { readReviewFile } from '../../core/hand-over/read-review-file.ts'
import { saveFile } from './save-file.ts'

type ActionsConfig = {
  handOver: Pick<HandOver, 'begin' | 'open'>
  /** The person's folder for documents, absolute. */
  folder: () => string
  /** Epoch ms. */
  now: () => number
  /** Asks where to; null when the person closed the dialog. */
  ask: (options: SaveDialogOptions) => Promise<string | null>
  askForFile: (options: OpenDialogOptions) => Promise<string | null>
}

/** Notes and titles are in it: for the person alone. */
const MODE = 0o600
const FORMATS: Record<ReviewFormat, string> = { csv: 'CSV', json: 'JSON' }

/** What of reviews is written to the disk, where the person says, and read from a file that the person selects. */
export const reviewActions = ({
  handOver,
  folder,
  now,
  ask,
  askForFile,
}: ActionsConfig): HandlersOf<typeof handOverActionOperations> => ({
  'reviews.export': async ({ accountId, ...request }) => {
    const file = await handOver.begin(accountId, request)
    if (!file.ok) return file
    const { data, count, sessions, problem, end } = file.value
    const saved = await saveFile({
      ask,
      title: 'Export reviews',
      folder: folder(),
      name: `Replay Desk reviews ${new Date(now()).toISOString().slice(0, 10)}.${request.format}`,
      filters: [{ name: FORMATS[request.format], extensions: [request.format] }],
      mode: MODE,
      data,
    }).finally(end)
    const broken = problem()
    if (broken) return { ok: false, problem: broken }
    return saved.ok ? ok({ ...saved.value, count: count(), sessions }) : saved
  },
  'reviews.openImport': async ({ accountId }) => {
    const path = await askForFile({
      title: 'Import reviews',
      defaultPath: folder(),
      filters: [{ name: 'Reviews (JSON)', extensions: ['json', 'jsonl'] }],
    })
    if (path === null) return ok({ file: null })
    const text = await readReviewFile(path)
    if (!text.ok) return text
    const read = await handOver.open(accountId, text.value)
    return read.ok ? ok({ file: { ...read.value, name: basename(path) } }) : read
  },
})
