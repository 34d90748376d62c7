import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Events } from '../../contract/events.ts'
import type { ArchivePage, ArchivePlan, ArchiveQuery } from '../../contract/models/archive-models.ts'
import type { Replay } from '../../contract/models/replay-models.ts'
import type { Settings } from '../../contract/models/settings-models.ts'
import { fail, ok, type Result } from '../../contract/result.ts'
import type { Clock, Log } from '../base/ports.ts'
import type { Library } from '../library/library.ts'
import type { ItemPatch, StoredItem } from '../library/tables/archive-rows.ts'
import { FILE_MISSING } from '../media/storage/storage-problems.ts'
import { planLimit } from '../service/limits/limit-plan.ts'
import type { ArchiveAccount, Engine } from './engine-port.ts'
import { accountOf } from './queue/account-of.ts'
import { createActions, DOWNLOAD_AGAIN } from './queue/actions.ts'
import { createRules } from './queue/archive-rules.ts'
import { createItemEvents } from './queue/item-events.ts'
import { folderFor, pathsOf, prepareFolder, sizeOf } from './queue/item-files.ts'
import { toTotals, toView } from './queue/item-view.ts'
import { createQueue } from './queue/queue.ts'

const LOOK_AFTER_MS = 2_000
/** Items added per turn of the event loop. */
const ADD_BATCH = 500

type ArchiveConfig = {
  library: Library
  /** All accounts, whether signed in or not; null for one that was removed or whose service does not run. */
  account: (accountId: string) => ArchiveAccount | null
  accounts: () => { id: string; label: string; baseUrl: string }[]
  engine: Engine
  clock: Clock
  log: Log
  settings: () => Settings
  /** The system's folder for videos. */
  videosFolder: string
  /** Null: there is no trash. */
  trash: ((path: string) => Promise<void>) | null
  version: string
  emit: {
    archive: (changed: Events['archive.changed']) => void
    sessions: (accountId: string, sessionIds: string[]) => void
  }
}

/** An archived recording for the player. */
export type ArchivedVideo = {
  id: string
  durationMs: number | null
  startMs: number | null
  warnings: string[]
  /** Only its own metadata file says which session it is. */
  imported: boolean
}
export type Archive = ReturnType<typeof createArchive>

const GONE = fail('not-found', 'This recording is no longer in the archive.')

/** Queue, archive, rules: everything of the place Archive that is not the window's. */
export const createArchive = (config: ArchiveConfig) => {
  const { library, clock, engine, settings, account, emit } = config
  const table = library.archive
  const place = () => folderFor(settings().archiveFolder, config.videosFolder)
  const folder = () => prepareFolder(place())
  let counts: ReturnType<typeof table.counts> | null = null

  const view = (item: StoredItem) =>
    toView(
      item,
      queue.live(item.id),
      (ms) => account(item.accountId)?.service.serverClock.toLocal(ms) ?? ms,
      place().path,
    )
  const totals = () => {
    counts ??= table.counts()
    return toTotals(counts, queue.allLive(), queue.blockedBy())
  }
  const itemEvents = createItemEvents({
    clock,
    items: (ids) => table.some(ids).map(view),
    totals,
    emit: emit.archive,
  })
  const store = (id: string, patch: ItemPatch): Result<StoredItem | null> => {
    const before = patch.state === undefined ? null : table.get(id)
    const stored = table.update(id, patch)
    if (!stored.ok || !stored.value) return stored
    counts = null
    const { state, accountId, sessionId } = stored.value
    if (before && (before.state === 'done') !== (state === 'done')) emit.sessions(accountId, [sessionId])
    itemEvents.changed(id)
    return stored
  }
  const queue: ReturnType<typeof createQueue> = createQueue({
    table,
    engine,
    account,
    isAccount: (id) => config.accounts().some((one) => one.id === id),
    settings,
    folder,
    clock,
    log: config.log,
    tool: `Replay Desk ${config.version}`,
    store,
    onChange: (id) => (id === null ? itemEvents.all() : itemEvents.changed(id)),
  })

  /** Adds in turns; what is queued or archived already is joined, not fetched twice (D14). */
  const add = async (
    accountId: string,
    sessionIds: readonly string[],
  ): Promise<Result<{ added: number; already: number; at: number }>> => {
    const owner = config.accounts().find(({ id }) => id === accountId)
    if (!owner) return fail('not-found', 'This account no longer exists.')
    const wanted = [...new Set(sessionIds)]
    const at = clock.now()
    let added = 0
    for (let from = 0; from < wanted.length; from += ADD_BATCH) {
      const addedAt = clock.now()
      const items = wanted
        .slice(from, from + ADD_BATCH)
        .map((sessionId) => ({ accountId, accountLabel: owner.label, baseUrl: owner.baseUrl, sessionId, addedAt }))
      const stored = table.add(items)
      if (!stored.ok) return stored
      counts = null
      added += stored.value.length
      for (const { sessionId } of items) {
        // What came from a folder is no reason not to fetch what the service has; its file stays where it is.
        const item = table.find(accountId, sessionId)
        if (item?.imported && item.state === 'done' && store(item.id, { ...DOWNLOAD_AGAIN, state: 'queued' }).ok)
          added += 1
      }
      if (stored.value.length > 20) itemEvents.all()
      else for (const id of stored.value) itemEvents.changed(id)
      queue.pump()
      await nextTurn()
    }
    return ok({ added, already: wanted.length - added, at })
  }

  /** Cancels what was queued since `at` (epoch ms) of these sessions. */
  const withdraw = async (
    accountId: string,
    sessionIds: readonly string[],
    at: number,
  ): Promise<Result<{ removed: number; kept: number }>> => {
    const ids: string[] = []
    for (const [nth, sessionId] of sessionIds.entries()) {
      const item = table.find(accountId, sessionId)
      if (item && item.addedAt >= at) ids.push(item.id)
      if (nth % ADD_BATCH === ADD_BATCH - 1) await nextTurn()
    }
    await actions.cancel(ids)
    const kept = table.some(ids).length
    return ok({ removed: ids.length - kept, kept })
  }

  const rules = createRules({
    library,
    account,
    accountIds: () => config.accounts().map(({ id }) => id),
    add: (accountId, sessionIds) => void add(accountId, sessionIds),
    clock,
  })
  const actions = createActions({
    table,
    queue,
    files: engine.files,
    folder,
    trash: config.trash,
    clock,
    store,
    removed: ({ id, state, accountId, sessionId }) => {
      counts = null
      itemEvents.removed(id)
      if (state === 'done') emit.sessions(accountId, [sessionId])
    },
    accountOf: (of) => accountOf(config.accounts(), of) ?? { id: `elsewhere:${of.baseUrl}`, label: of.label },
  })

  /** Items whose account was removed go to the one that is here for the same service, with the same name or alone. */
  const adoptSoon = (): void => {
    const accounts = config.accounts()
    const orphans = table.orphans(accounts.map(({ id }) => id))
    if (orphans.length === 0) return
    const work = actions.adopt(orphans, accounts).then((changed) => {
      counts = null
      for (const [accountId, sessionIds] of changed) emit.sessions(accountId, sessionIds)
      itemEvents.all()
      queue.changed()
    })
    work.catch((error: unknown) => {
      config.log.error(`archive: ${error instanceof Error ? (error.stack ?? error.message) : 'fault'}`)
    })
  }
  let over = false
  let lookedAt = ''
  let cancelLook = (): void => {}
  /** Not at once: nothing of a start waits for a folder on a slow disk. */
  const lookLater = (): void => {
    lookedAt = place().path
    cancelLook()
    cancelLook = clock.after(LOOK_AFTER_MS, () => {
      actions
        .rescan(() => over)
        .catch((error: unknown) => {
          config.log.error(`archive: ${error instanceof Error ? (error.stack ?? error.message) : 'fault'}`)
        })
    })
  }

  /** The real path of a finished file; refuses what leads out of the folder, also through links (D17). */
  const itemFile = async (id: string): Promise<Result<string>> => {
    const item = table.get(id)
    if (item?.state === 'missing') return FILE_MISSING
    if (!item || item.fileName === null || !['done', 'altered'].includes(item.state)) return GONE
    const folder = item.folder ?? place().path
    const paths = await pathsOf(engine.files, folder, item.fileName)
    if (!paths.ok) return paths
    if ((await sizeOf(paths.value.mp4)) !== null) return ok(paths.value.mp4)
    // Only where the folder is there: a disk that was unplugged loses nothing.
    if ((await engine.files.freeSpace(folder)).ok) {
      store(id, { state: 'missing', verified: false })
    }
    return FILE_MISSING
  }

  return {
    query: (query: ArchiveQuery): Result<ArchivePage> => {
      const found = table.query(query)
      return found.ok ? ok({ rows: found.value.rows.map(view), total: found.value.total, totals: totals() }) : found
    },
    plan: (accountId: string, sessionIds: readonly string[]): Result<ArchivePlan> => {
      const wanted = [...new Set(sessionIds)]
      const recordings = wanted.length - table.archivedCount(accountId, wanted)
      const limit = account(accountId)?.service.limit()
      const now = clock.now()
      const doneAt = limit ? planLimit(recordings, limit, now).doneAt : null
      return ok({ recordings, requests: recordings, atLimitMs: doneAt === null ? null : doneAt - now })
    },
    add,
    withdraw,
    ...actions,
    /** Names of the last archived or queued recordings under another template. */
    namePreview: (template: string, sessionIds: readonly { accountLabel: string; row: NameRow }[]): string[] =>
      sessionIds.map(({ accountLabel, row }) => engine.files.nameFrom(template, { ...row, accountLabel })),
    rules: rules.get,
    setRules: (accountId: string, patch: Parameters<typeof rules.set>[1]) => {
      const set = rules.set(accountId, patch)
      rules.sessionsChanged(accountId)
      return set
    },
    itemFile,
    /** Whether a session is archived, without a look at its file. */
    isArchived: (accountId: string, sessionId: string): boolean => table.find(accountId, sessionId)?.state === 'done',
    /** The archived recording of a session, when its file is there. */
    archivedOf: async (accountId: string, sessionId: string): Promise<ArchivedVideo | null> => {
      const item = table.find(accountId, sessionId)
      if (item?.state !== 'done' || !(await itemFile(item.id)).ok) return null
      const { id, durationMs, startMs, warnings, imported } = item
      return { id, durationMs, startMs, warnings, imported }
    },
    /** Absolute; it need not exist yet. */
    folder: (): string => place().path,
    /** For the rule "when it ends". */
    sessionsChanged: rules.sessionsChanged,
    /** For the rule "what cannot be renewed". */
    replayChanged: ({ accountId, sessionId, lease }: Replay): void => {
      const cannot =
        lease !== null && (lease.state === 'expiring' || lease.state === 'expired') && lease.problem !== null
      if (cannot && lease.problem?.code !== 'cancelled') rules.linksExpiring(accountId, sessionId)
    },
    /** Accounts changed: there may be a new sign-in. */
    accountsChanged: (): void => {
      adoptSoon()
      queue.changed()
    },
    settingsChanged: (): void => {
      if (place().path !== lookedAt) lookLater()
      queue.wake()
      itemEvents.all()
    },
    onWake: queue.wake,
    start: (): void => {
      table.settleFolders(place().path)
      adoptSoon()
      queue.start()
      rules.start()
      lookLater()
    },
    dispose: async (): Promise<void> => {
      over = true
      cancelLook()
      rules.dispose()
      await queue.dispose()
      itemEvents.dispose()
    },
  }
}
type NameRow = { sessionId: string; title: string | null; status: string | null; createdAt: number | null }
