import type { ArchiveState } from '../../../contract/constants/archive-constants.ts'
import { ok, type Problem, type Result } from '../../../contract/result.ts'
import type { ItemPatch, StoredItem } from '../../library/tables/archive-rows.ts'
import type { ArchiveTable } from '../../library/tables/archive-table.ts'
import type { FilesPort } from '../archive-types.ts'
import { sizeOf } from './item-files.ts'

type RescanConfig = {
  table: ArchiveTable
  files: FilesPort
  /** The present archive folder. */
  folder: () => Promise<string>
  store: (id: string, patch: ItemPatch) => Result<StoredItem | null>
  each: (
    ids: readonly string[],
    states: readonly ArchiveState[],
    run: (item: StoredItem) => Promise<void> | void,
  ) => Promise<void>
  finished: readonly ArchiveState[]
}

const ALTERED: Problem = {
  code: 'storage',
  message: 'The file was changed after it was archived.',
  next: 'Archive the recording again. The changed file is kept.',
}
const MISSING: Problem = {
  code: 'storage',
  message: 'The file was moved or deleted.',
  next: 'Put it back and verify it, or download the recording again.',
}

/** Whether finished files are where they were left, each in its own folder. */
export const createRescan = ({ table, files, folder, store, each, finished }: RescanConfig) => {
  /** Checks each folder once. A missing folder may be an unplugged disk: its items are left as they are. */
  const createReach = () => {
    const looked = new Map<string, ReturnType<FilesPort['freeSpace']>>()
    return (path: string) => {
      const look = looked.get(path) ?? files.freeSpace(path)
      looked.set(path, look)
      return look
    }
  }

  /** Unchanged since it was archived does not mean that it was whole then. */
  const wasWhole = async (at: string, name: string): Promise<boolean> => {
    const sidecar = await files.readSidecar(at, name)
    return !sidecar.ok || sidecar.value.file.damaged !== true
  }

  /** Checks hashes, and finds files that were renamed in their folder or moved into the present archive folder. */
  const recheck = async (
    ids: readonly string[],
  ): Promise<Result<{ sound: number; missing: number; altered: number }>> => {
    const now = await folder()
    const reach = createReach()
    const counts = { sound: 0, missing: 0, altered: 0 }
    const lost: (StoredItem & { isAway: boolean; at: string })[] = []
    let unreachable: Problem | null = null
    let seen = 0
    await each(ids, finished, async (item) => {
      const { fileName: name, sha256, bytes } = item
      const at = item.folder ?? now
      const there = await reach(at)
      if (!there.ok) {
        unreachable = there.problem
        if (at !== now) lost.push({ ...item, isAway: true, at })
        return
      }
      seen += 1
      if (name === null || sha256 === null) return void lost.push({ ...item, isAway: false, at })
      const check = await files.recheckFile({ folder: at, name, sha256, bytes })
      if (check === 'missing') return void lost.push({ ...item, isAway: false, at })
      counts[check] += 1
      const problem = check === 'altered' ? ALTERED : null
      if (check === 'sound' && item.state === 'done') return
      const verified = check === 'sound' && !item.imported && (await wasWhole(at, name))
      store(item.id, { state: check === 'sound' ? 'done' : 'altered', verified, problem })
    })
    const found = await findIn(lost, now, reach)
    for (const item of lost) {
      const place = item.sha256 === null ? undefined : found.get(`${item.at}\n${item.sha256}`)
      if (place) {
        counts.sound += 1
        const verified = !item.imported && (await wasWhole(place.folder, place.name))
        store(item.id, { state: 'done', verified, fileName: place.name, folder: place.folder, problem: null })
      } else if (!item.isAway) {
        counts.missing += 1
        store(item.id, { state: 'missing', verified: false, problem: MISSING })
      }
    }
    if (unreachable && seen === 0 && counts.sound === 0) return { ok: false, problem: unreachable }
    return ok(counts)
  }

  /** Where lost files are, by the folder they were in and their hash: in that folder, or in the present one. */
  const findIn = async (
    lost: readonly (StoredItem & { at: string })[],
    now: string,
    reach: ReturnType<typeof createReach>,
  ): Promise<Map<string, { folder: string; name: string }>> => {
    const found = new Map<string, { folder: string; name: string }>()
    const sought = lost.flatMap(({ sha256, bytes, at }) => (sha256 === null ? [] : [{ sha256, bytes, at }]))
    for (const at of new Set(sought.map((one) => one.at))) {
      for (const place of new Set([at, now])) {
        const open = sought.filter((one) => one.at === at && !found.has(`${at}\n${one.sha256}`))
        if (open.length === 0 || !(await reach(place)).ok) continue
        const names = await files.findMoved(place, open)
        if (!names.ok) continue
        for (const [sha256, name] of names.value) found.set(`${at}\n${sha256}`, { folder: place, name })
      }
    }
    return found
  }

  /** Finds what was moved, deleted or put back meanwhile: by size alone, by hash only where that differs. */
  const rescan = async (isOver: () => boolean): Promise<void> => {
    const now = await folder()
    const reach = createReach()
    const changed: string[] = []
    await each(table.idsIn(['done', 'missing']), ['done', 'missing'], async (item) => {
      if (isOver() || item.fileName === null) return
      const at = item.folder ?? now
      if (!(await reach(at)).ok) {
        if (at !== now) changed.push(item.id)
        return
      }
      const path = await files.insideRoot(at, item.fileName)
      const isThere = path.ok && (await sizeOf(path.value)) === item.bytes
      if (isThere !== (item.state === 'done')) changed.push(item.id)
    })
    if (changed.length > 0 && !isOver()) await recheck(changed)
  }

  return { recheck, rescan }
}
