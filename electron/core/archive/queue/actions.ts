import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ArchiveState } from '../../../contract/constants/archive-constants.ts'
import type { Sidecar } from '../../../contract/models/archive-models.ts'
import { fail, ok, type Problem, type Result } from '../../../contract/result.ts'
import type { Clock } from '../../base/ports.ts'
import type { ItemPatch, StoredItem } from '../../library/tables/archive-rows.ts'
import type { ArchiveTable } from '../../library/tables/archive-table.ts'
import type { FilesPort, FoundPair } from '../archive-types.ts'
import { removeUnfinished } from '../files/placing/leftovers.ts'
import { moveFile } from '../files/placing/move-file.ts'
import { accountOf } from './account-of.ts'
import { pathsOf, removeParts, sizeOf } from './item-files.ts'
import { itemOf } from './item-of-pair.ts'
import type { createQueue } from './queue.ts'
import { createRescan } from './rescan.ts'

type ActionsConfig = {
  table: ArchiveTable
  queue: ReturnType<typeof createQueue>
  files: FilesPort
  /** The archive folder; made when it is ours and missing. */
  folder: () => Promise<string>
  trash: ((path: string) => Promise<void>) | null
  clock: Clock
  store: (id: string, patch: ItemPatch) => Result<StoredItem | null>
  removed: (item: StoredItem) => void
  /** The account of a metadata file. */
  accountOf: (account: Sidecar['account']) => { id: string; label: string }
}

const UNFINISHED: readonly ArchiveState[] = [
  'queued',
  'waiting',
  'fetching',
  'verifying',
  'paused',
  'interrupted',
  'failed',
  'no-recording',
]
/** Whether an imported file may take the item: it has no file of its own, and none is being fetched. */
const REPLACED: readonly ArchiveState[] = ['failed', 'no-recording', 'missing', 'altered']
const FINISHED: readonly ArchiveState[] = ['done', 'missing', 'altered']
/** A recording that is downloaded again: the file that was moved or changed stays where it is. */
export const DOWNLOAD_AGAIN: ItemPatch = {
  fileName: null,
  folder: null,
  sha256: null,
  sidecar: null,
  verified: false,
  imported: false,
  partial: false,
  bytes: 0,
  totalBytes: null,
  source: null,
  durationMs: null,
  finishedAt: null,
  warnings: [],
}

/** What a person does with items; each call takes ids that may be gone or in another state by now. */
export const createActions = (config: ActionsConfig) => {
  const { table, queue, files, store } = config

  /** A few at a time, so that nothing else waits for ten thousand of them. */
  const each = async (
    ids: readonly string[],
    states: readonly ArchiveState[],
    run: (item: StoredItem) => Promise<void> | void,
  ): Promise<void> => {
    for (const [nth, id] of ids.entries()) {
      const item = table.get(id)
      if (item && states.includes(item.state)) await run(item)
      if (nth % 50 === 49) await nextTurn()
    }
  }
  const folderOf = async ({ folder }: StoredItem): Promise<string> => folder ?? (await config.folder())
  const queuedState = (item: StoredItem): ArchiveState => (item.bytes > 0 ? 'interrupted' : 'queued')

  /** Removes the entry and what a transfer left of it. */
  const dropUnfinished = async (item: StoredItem): Promise<void> => {
    if (item.fileName !== null && !FINISHED.includes(item.state)) {
      const folder = await folderOf(item)
      const paths = await pathsOf(files, folder, item.fileName)
      if (paths.ok) {
        await removeParts(paths.value).catch(() => {})
        await removeUnfinished(folder, item.fileName)
      }
    }
    if (table.remove(item.id).ok) config.removed(item)
  }

  const { recheck, rescan } = createRescan({ table, files, folder: config.folder, store, each, finished: FINISHED })

  const takePair = async (pair: FoundPair, folder: string, now: number): Promise<boolean> => {
    const { id: accountId, label: accountLabel } = config.accountOf(pair.sidecar.account)
    const { baseUrl } = pair.sidecar.account
    const sessionId = pair.sidecar.session.id
    const before = table.find(accountId, sessionId)
    const whole = { ...itemOf(pair, now, true), folder }
    if (before) {
      await queue.stop([before.id])
      if (before.fileName !== null && UNFINISHED.includes(before.state)) {
        const paths = await pathsOf(files, await folderOf(before), before.fileName)
        if (paths.ok) await removeParts(paths.value).catch(() => {})
      }
    } else table.add([{ accountId, accountLabel, baseUrl, sessionId, addedAt: now }], whole)
    const item = before ?? table.find(accountId, sessionId)
    return item !== null && store(item.id, whole).ok
  }

  return {
    pause: async (ids: readonly string[]): Promise<void> => {
      await queue.stop(ids)
      await each(ids, ['queued', 'waiting', 'fetching', 'verifying', 'interrupted'], ({ id }) => {
        store(id, { state: 'paused' })
      })
      queue.pump()
    },
    resume: async (ids: readonly string[]): Promise<void> => {
      await each(ids, ['paused'], (item) => void store(item.id, { state: queuedState(item), problem: null }))
      queue.wake()
    },
    retry: async (ids: readonly string[]): Promise<void> => {
      await each(ids, ['failed', 'no-recording', 'paused', 'interrupted', 'waiting'], (item) => {
        store(item.id, { state: queuedState(item), problem: null })
      })
      await each(
        ids,
        ['missing', 'altered'],
        ({ id }) => void store(id, { ...DOWNLOAD_AGAIN, state: 'queued', problem: null }),
      )
      queue.wake()
    },
    cancel: async (ids: readonly string[]): Promise<void> => {
      await queue.stop(ids)
      await each(ids, [...UNFINISHED, 'missing', 'altered'], dropUnfinished)
      queue.pump()
    },
    acceptPartial: async (ids: readonly string[]): Promise<void> => {
      await each(ids, ['failed'], (item) => {
        store(item.id, { acceptPartial: true, source: 'hls', state: queuedState(item), problem: null })
      })
      queue.wake()
    },
    /** Files go to the trash, with their metadata files. */
    remove: async (ids: readonly string[]): Promise<Result<{ removed: number }>> => {
      const { trash } = config
      let removed = 0
      let problem: Problem | null = null
      await each(ids, FINISHED, async (item) => {
        const paths = item.fileName === null ? null : await pathsOf(files, await folderOf(item), item.fileName)
        // An entry whose name leads out of the folder goes; what it names is not touched (D17).
        if (paths?.ok && item.state !== 'missing' && (await sizeOf(paths.value.mp4)) !== null) {
          try {
            if (!trash) throw new Error('no trash')
            await trash(paths.value.mp4)
            if ((await sizeOf(paths.value.sidecar)) !== null) await trash(paths.value.sidecar)
          } catch {
            problem = fail('storage', 'The file could not be moved to the trash.', {
              next: 'Delete it in its folder, then verify the files.',
            }).problem
            return
          }
        }
        if (table.remove(item.id).ok) {
          config.removed(item)
          removed += 1
        }
      })
      return problem && removed === 0 ? { ok: false, problem } : ok({ removed })
    },
    recheck,
    rescan,
    /** Takes over sound pairs of another installation or of another folder, one after the other. */
    importFolder: async (from: string): Promise<Result<{ imported: number; known: number; refused: string[] }>> => {
      const folder = await config.folder()
      const now = config.clock.now()
      let imported = 0
      const notTaken: string[] = []
      const result = await files.importFolder({
        from,
        folder,
        // What the service gave, and what is being fetched from it, is never replaced by what a folder says.
        known: (sha256, { account, session }) => {
          const item = table.find(config.accountOf(account).id, session.id)
          return table.holdsFile(sha256) || (item !== null && !REPLACED.includes(item.state))
        },
        taken: table.takenNames(''),
        // Stored pair by pair: an end in the middle loses nothing and leaves nothing to be copied twice (L18).
        onPair: async (pair) => {
          if (await takePair(pair, folder, now)) imported += 1
          else notTaken.push(`${pair.name}: It could not be saved in the library.`)
        },
      })
      if (!result.ok) return result
      const { refused, known } = result.value
      return ok({ imported, known, refused: [...refused, ...notTaken] })
    },
    /** Brings finished files into the archive folder of now; what is there, missing or changed stays as it is. */
    move: async (ids: readonly string[]): Promise<Result<{ moved: number }>> => {
      const to = await config.folder()
      let moved = 0
      let problem: Problem | null = null
      await each(ids, ['done'], async (item) => {
        if (item.fileName === null || item.folder === null || item.folder === to) return
        const done = await moveFile({ from: item.folder, to, name: item.fileName, taken: table.takenNames(item.id) })
        if (!done.ok) problem = done.problem
        else if (store(item.id, { folder: to, fileName: done.value.name }).ok) moved += 1
      })
      return problem && moved === 0 ? { ok: false, problem } : ok({ moved })
    },
    /** Gives items without an account to the one that is here for their service. Answers whose sessions changed. */
    adopt: async (
      orphans: readonly StoredItem[],
      accounts: readonly { id: string; label: string; baseUrl: string }[],
    ): Promise<Map<string, string[]>> => {
      const changed = new Map<string, string[]>()
      for (const orphan of orphans) {
        const account = accountOf(accounts, { label: orphan.accountLabel, baseUrl: orphan.baseUrl })
        if (!account) continue
        const other = table.find(account.id, orphan.sessionId)
        const isDone = FINISHED.includes(orphan.state)
        if (other && (FINISHED.includes(other.state) || !isDone || orphan.imported)) {
          if (!isDone) await dropUnfinished(orphan)
          continue
        }
        if (other) {
          await queue.stop([other.id])
          await dropUnfinished(other)
        }
        if (!table.adopt(orphan, account).ok) continue
        changed.set(account.id, [...(changed.get(account.id) ?? []), orphan.sessionId])
      }
      return changed
    },
  }
}
