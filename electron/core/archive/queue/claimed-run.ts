import { fail, type Problem, type Result } from '../../../contract/result.ts'
import type { Clock, Log } from '../../base/ports.ts'
import type { ItemPatch, StoredItem } from '../../library/tables/archive-rows.ts'
import type { ArchiveTable } from '../../library/tables/archive-table.ts'
import { type Owner, ownerText } from '../claims/owner.ts'
import type { ArchiveAccount, ArchiveSettings, Engine } from '../engine-port.ts'
import { errorCode } from '../files/disk/disk-problems.ts'
import { leftNothing, pathsOf, removeParts } from './item-files.ts'
import { itemOf } from './item-of-pair.ts'
import type { Live } from './item-view.ts'
import { runItem } from './run-item.ts'
import type { Outcome } from './run-outcome.ts'

/** Bytes fetched are written to the database this often, ms; after a crash the list shows what was there then. */
const STORE_EVERY_MS = 2_000

export type ClaimedRunsConfig = {
  table: ArchiveTable
  engine: Engine
  account: (accountId: string) => ArchiveAccount | null
  settings: () => ArchiveSettings
  /** The archive folder; made when it is ours and missing. */
  folder: () => Promise<string>
  clock: Clock
  log: Log
  tool: string
  /** Stores and tells. */
  store: (id: string, patch: ItemPatch) => Result<StoredItem | null>
  /** Progress of an item; null: of all. */
  onChange: (id: string | null) => void
  /** How often an item was tried before. */
  triesOf: (id: string) => number
}

const GONE = fail('cancelled', 'This recording was removed from the list.')

const elsewhere = (owner: Owner | null): Problem => ({
  code: 'conflict',
  message: `Another process is archiving this recording into the same folder${owner ? ` (${ownerText(owner)})` : ''}.`,
  next: 'The queue resumes when that process has finished.',
})

/** One try of a queued item, from the claim of its recording to what came of it. */
export const createClaimedRuns = (config: ClaimedRunsConfig) => {
  const { table, engine, clock, log, store, onChange, triesOf } = config

  const giveBackName = async (id: string, folder: string): Promise<void> => {
    const name = table.get(id)?.fileName ?? null
    if (name !== null && (await leftNothing(engine.files, folder, name))) store(id, { fileName: null, folder: null })
  }

  /** A sound pair that another program put there becomes the item's file, unless it is another item's. */
  const takeKept = async (item: StoredItem, folder: string, signal: AbortSignal): Promise<boolean> => {
    const { id, baseUrl, sessionId, acceptPartial } = item
    const kept = engine.kept(folder)
    try {
      await kept.look()
      const pair = await kept.sound(baseUrl, sessionId, { acceptPartial, signal })
      if (!pair || table.takenNames(id).has(pair.name.toLowerCase())) return false
      // Also under its own name, where the program ended between that name and the entry (D21).
      if (item.fileName !== null) {
        const paths = await pathsOf(engine.files, folder, item.fileName)
        if (paths.ok) await removeParts(paths.value)
      }
      return store(id, { ...itemOf(pair, clock.now()), folder }).ok
    } catch (error) {
      if (signal.aborted || errorCode(error) !== null) return false // the transfer says what the disk refuses
      throw error
    }
  }

  type Place = { folder: string; claimed: boolean }
  const transfer = async (item: StoredItem, live: Live, place: Place, signal: AbortSignal): Promise<Outcome> => {
    const { id, accountId } = item
    let storedAt = clock.now()
    return runItem(item, {
      engine,
      ...place,
      account: () => config.account(accountId),
      settings: config.settings,
      takenNames: () => table.takenNames(id),
      store: (patch) => {
        if (patch.bytes !== undefined) live.bytes = patch.bytes
        if (patch.totalBytes !== undefined) live.totalBytes = patch.totalBytes
        const stored = store(id, patch)
        return stored.ok ? (stored.value ? { ok: true, value: stored.value } : GONE) : stored
      },
      onProgress: ({ bytes, totalBytes }) => {
        live.bytes = bytes
        live.totalBytes = totalBytes
        live.meter.add(bytes)
        onChange(id)
        if (Math.abs(clock.now() - storedAt) < STORE_EVERY_MS) return
        storedAt = clock.now()
        table.update(id, { bytes, totalBytes })
      },
      tries: triesOf(id),
      clock,
      log,
      signal,
      tool: config.tool,
    })
  }

  /** One recording, one process: another program that shares the folder is waited for, and what it made is taken. */
  return async (item: StoredItem, live: Live, signal: AbortSignal): Promise<Outcome> => {
    const now = await config.folder() // made where it is ours and missing
    const folder = item.folder ?? now
    const claimed = await engine.claim(folder, item.baseUrl, item.sessionId, config.tool)
    if (claimed.kind === 'busy') return { kind: 'wait', problem: elsewhere(claimed.owner) }
    // A folder that takes no lock takes no recording either, and the transfer says why in numbers.
    if (claimed.kind === 'failed') return transfer(item, live, { folder, claimed: false }, signal)
    const { lost, release } = claimed.claim
    try {
      if (await takeKept(item, folder, signal)) return { kind: 'done' }
      const outcome = await transfer(item, live, { folder, claimed: true }, AbortSignal.any([signal, lost]))
      if (outcome.kind === 'failed') await giveBackName(item.id, folder)
      return lost.aborted && outcome.kind === 'ended' ? { kind: 'wait', problem: elsewhere(null) } : outcome
    } finally {
      await release()
    }
  }
}
