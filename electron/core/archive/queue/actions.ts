import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sidecar } from '../../../contract/archive-models.ts'
import type { ArchiveState } from '../../../contract/archive-words.ts'
import { fail, ok, type Problem, type Result } from '../../../contract/result.ts'
import type { ItemPatch, StoredItem } from '../../library/archive-rows.ts'
import type { ArchiveTable } from '../../library/archive-table.ts'
import type { Clock } from '../../ports.ts'
import { findMoved } from '../files/find-moved.ts'
import { removeUnfinished } from '../files/leftovers.ts'
import type { FilesPort } from '../types.ts'
import { pathsOf, removeParts, sizeOf } from './item-files.ts'
import { itemOf } from './item-of-pair.ts'
import type { createQueue } from './queue.ts'

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
  /** The account a side file belongs to. */
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
]
const FINISHED: readonly ArchiveState[] = ['done', 'missing', 'altered']
/** A recording that is fetched anew: the file that was moved or changed stays where it is. */
const ANEW: ItemPatch = {
  fileName: null,
  sha256: null,
  sidecar: null,
  verified: false,
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
  const backInLine = (item: StoredItem): ArchiveState => (item.bytes > 0 ? 'interrupted' : 'queued')

  /** Removes the entry and what a transfer left of it. */
  const dropUnfinished = async (item: StoredItem): Promise<void> => {
    if (item.fileName !== null && !FINISHED.includes(item.state)) {
      const paths = await pathsOf(files, await config.folder(), item.fileName)
      if (paths.ok) {
        await removeParts(paths.value).catch(() => {})
        await removeUnfinished(await config.folder(), item.fileName)
      }
    }
    if (table.remove(item.id).ok) config.removed(item)
  }

  /** Looks for the files, checks their hashes, and finds those that were renamed inside the folder. */
  const recheck = async (
    ids: readonly string[],
  ): Promise<Result<{ sound: number; missing: number; altered: number }>> => {
    const folder = await config.folder()
    const space = await files.freeSpace(folder)
    if (!space.ok) return space // nothing is lost because a disk is not there
    const counts = { sound: 0, missing: 0, altered: 0 }
    const lost: StoredItem[] = []
    await each(ids, FINISHED, async (item) => {
      const { fileName: name, sha256, bytes } = item
      if (name === null || sha256 === null) return void lost.push(item)
      const check = await files.recheckFile({ folder, name, sha256, bytes })
      if (check === 'missing') return void lost.push(item)
      counts[check] += 1
      const problem = check === 'altered' ? ALTERED : null
      if (check === 'sound' && item.state === 'done') return
      store(item.id, { state: check === 'sound' ? 'done' : 'altered', verified: check === 'sound', problem })
    })
    const sought = lost.flatMap(({ sha256, bytes }) => (sha256 === null ? [] : [{ sha256, bytes }]))
    const found = sought.length === 0 ? null : await findMoved(folder, sought)
    for (const item of lost) {
      const name = found?.ok && item.sha256 !== null ? found.value.get(item.sha256) : undefined
      if (name !== undefined) {
        counts.sound += 1
        store(item.id, { state: 'done', verified: true, fileName: name, problem: null })
      } else {
        counts.missing += 1
        store(item.id, { state: 'missing', verified: false, problem: MISSING })
      }
    }
    return ok(counts)
  }

  /** Notices what was moved, deleted or put back while nobody looked: by size alone, hashes only where that differs. */
  const lookAround = async (isOver: () => boolean): Promise<void> => {
    const folder = await config.folder()
    if (!(await files.freeSpace(folder)).ok) return
    const odd: string[] = []
    await each(table.idsIn(['done', 'missing']), ['done', 'missing'], async ({ id, state, fileName, bytes }) => {
      if (isOver() || fileName === null) return
      const path = await files.insideRoot(folder, fileName)
      const isThere = path.ok && (await sizeOf(path.value)) === bytes
      if (isThere !== (state === 'done')) odd.push(id)
    })
    if (odd.length > 0 && !isOver()) await recheck(odd)
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
      await each(ids, ['paused'], (item) => void store(item.id, { state: backInLine(item), problem: null }))
      queue.wake()
    },
    retry: async (ids: readonly string[]): Promise<void> => {
      await each(ids, ['failed', 'paused', 'interrupted', 'waiting'], (item) => {
        store(item.id, { state: backInLine(item), problem: null })
      })
      await each(ids, ['missing', 'altered'], ({ id }) => void store(id, { ...ANEW, state: 'queued', problem: null }))
      queue.wake()
    },
    cancel: async (ids: readonly string[]): Promise<void> => {
      await queue.stop(ids)
      await each(ids, [...UNFINISHED, 'missing', 'altered'], dropUnfinished)
      queue.pump()
    },
    acceptPartial: async (ids: readonly string[]): Promise<void> => {
      await each(ids, ['failed'], (item) => {
        store(item.id, { acceptPartial: true, source: 'hls', state: backInLine(item), problem: null })
      })
      queue.wake()
    },
    /** Files go to the trash, with their side files. */
    remove: async (ids: readonly string[]): Promise<Result<{ removed: number }>> => {
      const { trash } = config
      let removed = 0
      let problem: Problem | null = null
      await each(ids, FINISHED, async (item) => {
        const paths = item.fileName === null ? null : await pathsOf(files, await config.folder(), item.fileName)
        // An entry whose name leads out of the folder goes; what it names is not touched (D17).
        if (paths?.ok && item.state !== 'missing' && (await sizeOf(paths.value.mp4)) !== null) {
          try {
            if (!trash) throw new Error('no trash')
            await trash(paths.value.mp4)
            if ((await sizeOf(paths.value.sidecar)) !== null) await trash(paths.value.sidecar)
          } catch {
            problem = fail('storage', 'The file could not be moved to the trash.', {
              next: 'Delete it in its folder, then check again.',
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
    lookAround,
    /** Takes over sound pairs of another installation or of another folder. */
    importFolder: async (from: string): Promise<Result<{ imported: number; known: number; refused: string[] }>> => {
      const result = await files.importFolder({
        from,
        folder: await config.folder(),
        known: (sha256, { account, session }) =>
          table.holdsFile(sha256) || table.find(config.accountOf(account).id, session.id)?.state === 'done',
        taken: table.takenNames(''),
      })
      if (!result.ok) return result
      const { refused, known } = result.value
      const now = config.clock.now()
      let imported = 0
      for (const pair of result.value.imported) {
        const { id: accountId, label: accountLabel } = config.accountOf(pair.sidecar.account)
        const { baseUrl } = pair.sidecar.account
        const sessionId = pair.sidecar.session.id
        const before = table.find(accountId, sessionId)
        if (before) {
          await queue.stop([before.id])
          if (before.fileName !== null && UNFINISHED.includes(before.state)) {
            const paths = await pathsOf(files, await config.folder(), before.fileName)
            if (paths.ok) await removeParts(paths.value).catch(() => {})
          }
        } else table.add([{ accountId, accountLabel, baseUrl, sessionId, addedAt: now }])
        const item = before ?? table.find(accountId, sessionId)
        if (item && store(item.id, itemOf(pair, now)).ok) imported += 1
        else refused.push(`${pair.name}: The library did not take it.`)
      }
      return ok({ imported, known, refused })
    },
  }
}

const ALTERED: Problem = {
  code: 'storage',
  message: 'The file is not the one that was archived: somebody changed it.',
  next: 'Archive the recording again; the changed file stays where it is.',
}
const MISSING: Problem = {
  code: 'storage',
  message: 'The file is no longer in the archive folder: it was moved or deleted.',
  next: 'Put it back and check again, or archive the recording again.',
}
