import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type SessionSort, sessionSorts } from '../../../contract/constants/session-constants.ts'
import { ok, type Result } from '../../../contract/result.ts'
import type { RunSql } from '../database/sql-result.ts'
import { createQueryReader } from './query/query-reader.ts'
import { createSessionIndex, type SessionIndex } from './session-index.ts'
import { type DbRow, INDEX_COLUMNS, ROW_SOURCE, ROWS_BY_NUMBER, toIndexRow } from './session-rows.ts'
import { createSessionSearch } from './session-search.ts'

/** Rows read per turn of the event loop while an index loads: about 3 ms, so nothing else waits. */
const SLICE_ROWS = 500

/** The order the list opens with. */
const FIRST_SORT = 'started'
const READ: Result<undefined> = ok(undefined)

type Loaded = {
  index: SessionIndex
  search: ReturnType<typeof createSessionSearch>
  read: ReturnType<typeof createQueryReader>
  /** Reads queries that are not on screen, so that those stay as they were read. */
  readAside: ReturnType<typeof createQueryReader>
  /** Rows up to this number are in the index. */
  cursor: number
  complete: boolean
  /** Fails when the database refuses; the next query starts over. */
  done: Promise<Result<undefined>>
  /** Every order is sorted, too. Never rejects. */
  sorted: Promise<void>
}

export type IndexStore = {
  /** The account's index once it is complete; loads it in slices on first use. */
  ready: (accountId: string, sort: SessionSort) => Promise<Result<Pick<Loaded, 'index' | 'read' | 'readAside'>>>
  /** All of the account's orders are at hand, or the database refused. Never rejects. */
  warm: (accountId: string) => Promise<void>
  /** True when `ready` answers at once. */
  isReady: (accountId: string) => boolean
  /** Rows were written: brings a loaded index up to date. */
  changed: (accountId: string, ids: readonly number[]) => void
  removed: (accountId: string, ids: readonly number[]) => void
  drop: (accountId: string) => void
}

/**
 * One index per account that was looked at, in step with the database. The command line may write to the same
 * file: `PRAGMA data_version` tells when another connection did, and everything is read again.
 */
export const createIndexStore = (db: DatabaseSync, attempt: RunSql): IndexStore => {
  const slice = db.prepare(
    `SELECT ${INDEX_COLUMNS} FROM ${ROW_SOURCE} WHERE s.account_id = ? AND s.id > ? ORDER BY s.id LIMIT ${SLICE_ROWS}`,
  )
  const some = db.prepare(`SELECT ${INDEX_COLUMNS} FROM ${ROWS_BY_NUMBER}`)
  const texts = db.prepare('SELECT group_concat(rowid) AS rows FROM session_texts WHERE session_texts MATCH ?')
  const dataVersion = db.prepare('PRAGMA data_version')
  const loaded = new Map<string, Loaded>()
  let seenVersion = Number(dataVersion.get()?.data_version)

  const load = async (accountId: string, entry: Loaded): Promise<Result<undefined>> => {
    await nextTurn() // the call that began this is answered first
    while (loaded.get(accountId) === entry && db.isOpen) {
      const rows = attempt('reading the list', () => slice.all(accountId, entry.cursor) as DbRow[])
      if (!rows.ok) {
        if (loaded.get(accountId) === entry) loaded.delete(accountId)
        return rows
      }
      entry.index.apply(rows.value.map(toIndexRow))
      entry.cursor = Number(rows.value.at(-1)?.id ?? entry.cursor)
      if (rows.value.length < SLICE_ROWS) break
      entry.index.settle(FIRST_SORT)
      await nextTurn()
    }
    entry.index.settle(FIRST_SORT)
    entry.search.forget()
    entry.complete = true
    return READ
  }
  /** Sorting goes in turns as well; one order at a time, and before the person asks for it. */
  const sortInTurns = async (accountId: string, entry: Loaded, sort: SessionSort): Promise<void> => {
    while (loaded.get(accountId) === entry && !entry.index.settle(sort)) await nextTurn()
  }
  const sortAll = async (accountId: string, entry: Loaded): Promise<void> => {
    for (const sort of sessionSorts) await sortInTurns(accountId, entry, sort)
  }

  const open = (accountId: string): Loaded => {
    const index = createSessionIndex()
    const search = createSessionSearch(index, texts)
    const done = Promise.resolve(READ)
    const read = createQueryReader(search)
    const readAside = createQueryReader(search)
    const entry: Loaded = {
      index,
      search,
      read,
      readAside,
      cursor: 0,
      complete: false,
      done,
      sorted: Promise.resolve(),
    }
    loaded.set(accountId, entry)
    entry.done = load(accountId, entry)
    entry.sorted = entry.done.then(() => sortAll(accountId, entry))
    return entry
  }

  /** Drops everything when another process wrote. */
  const current = (accountId: string): Loaded | undefined => {
    const version = attempt('reading the list', () => Number(dataVersion.get()?.data_version))
    if (version.ok && version.value !== seenVersion) {
      seenVersion = version.value
      loaded.clear()
    }
    return loaded.get(accountId)
  }

  return {
    isReady: (accountId) => current(accountId)?.complete === true,
    ready: async (accountId, sort) => {
      for (;;) {
        const entry = current(accountId) ?? open(accountId)
        const read = entry.complete ? READ : await entry.done
        if (!read.ok) return read
        if (!entry.index.settle(sort)) await sortInTurns(accountId, entry, sort)
        if (loaded.get(accountId) === entry || !db.isOpen) return ok(entry)
      }
    },
    warm: (accountId) => (current(accountId) ?? open(accountId)).sorted,
    changed: (accountId, ids) => {
      const entry = loaded.get(accountId)
      if (!entry) return
      // What lies beyond the cursor will be read by the loading that is under way.
      const known = entry.complete ? ids : ids.filter((id) => id <= entry.cursor)
      entry.index.apply((some.all(JSON.stringify(known)) as DbRow[]).map(toIndexRow))
      entry.search.forget()
    },
    removed: (accountId, ids) => {
      const entry = loaded.get(accountId)
      entry?.index.remove(ids.filter((id) => entry.index.columns.sessionId[id] !== undefined))
      entry?.search.forget()
    },
    drop: (accountId) => void loaded.delete(accountId),
  }
}
