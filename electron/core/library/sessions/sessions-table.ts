import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RecordingState, SessionGrouping } from '../../../contract/constants/session-constants.ts'
import type { SessionGroup, SessionPage, SessionQuery, SessionRow } from '../../../contract/models/session-models.ts'
import type { KnownValues } from '../../../contract/query/query-complete.ts'
import { fail, type Result } from '../../../contract/result.ts'
import type { RunSql } from '../database/sql-result.ts'
import { inTransaction } from '../database/sql-result.ts'
import type { createTexts } from './full-text.ts'
import { groupRows, toGroup } from './groups/group-rows.ts'
import type { IndexStore } from './index-store.ts'
import { exampleRows, valueRows, valuesOf } from './query/known-values.ts'
import { withoutRecording } from './query/query-reader.ts'
import type { Matching, SessionIndex } from './session-index.ts'
import { type DbRow, toSessionRow } from './session-rows.ts'
import { prepareSessionStatements } from './session-statements.ts'

/** A session as the service lists it: what `service.sessions` answers, without what the list does not keep. */
export type ListedSession = Pick<
  SessionRow,
  | 'sessionId'
  | 'status'
  | 'createdAt'
  | 'closedAt'
  | 'durationMs'
  | 'error'
  | 'closeReason'
  | 'browserType'
  | 'viewport'
  | 'stepCount'
  | 'serviceTitle'
  | 'startAddress'
>
/** What a replay teaches about its recording; absent fields say nothing. */
export type RecordingFacts = {
  recording?: RecordingState
  videoDurationMs?: number | null
  /** Epoch ms of the server's clock. */
  linksExpireAt?: number | null
}
export type AddedIds = { added: number; known: number; first: string | null }
/** Which of a batch were new, which differ from what was stored. */
export type Upserted = { added: string[]; changed: string[] }
type Neighbours = { previous: string | null; next: string | null }
type Filters = Omit<SessionQuery, 'offset' | 'limit' | 'find'>

/** Sessions answered at once as not checked yet: each costs a request, so more are asked for in a later turn. */
const UNCHECKED_ROWS = 500

/** Ids written per turn of the event loop when thousands are pasted. */
const PASTE_BATCH = 500

const notFound = () =>
  fail('not-found', 'This session is not in the list.', { next: 'Add its id, or refresh the list.' })

/** A plain loop: `Array.from` and `flatMap` take four times as long for 100,000 rows. */
const namesOf = ({ columns }: SessionIndex, rows: ArrayLike<number>): string[] => {
  const names = new Array<string>(rows.length)
  for (let nth = 0; nth < rows.length; nth += 1) names[nth] = columns.sessionId[rows[nth] as number] as string
  return names
}

export type SessionsTable = ReturnType<typeof createSessionsTable>

/** Sessions of all accounts. `serverNow`: epoch ms on the server's clock, for the chip "expires soon". */
export const createSessionsTable = (
  db: DatabaseSync,
  attempt: RunSql,
  indexes: IndexStore,
  texts: ReturnType<typeof createTexts>,
  now: () => number,
) => {
  const {
    byKey,
    byNumbers,
    newest,
    countAll,
    numberOf,
    withPrefix,
    listed,
    pasted,
    removeRow,
    removeAnalysis,
    facts,
    position,
    opened,
    written,
  } = prepareSessionStatements(db)

  const rowOf = (accountId: string, sessionId: string): SessionRow | null => {
    const row = byKey.get(accountId, sessionId) as DbRow | undefined
    return row ? toSessionRow(row) : null
  }
  const rowNumber = (accountId: string, sessionId: string): number | null => {
    const row = numberOf.get(accountId, sessionId)
    return row ? Number(row.id) : null
  }
  const findOf = (accountId: string, { find }: Pick<SessionQuery, 'find'>): { id: number; keep: boolean } | null => {
    const id = find ? rowNumber(accountId, find.sessionId) : null
    return find && id !== null ? { id, keep: find.keep } : null
  }
  const rowsOf = (ids: Iterable<number>): SessionRow[] =>
    (byNumbers.all(JSON.stringify([...ids])) as DbRow[]).map(toSessionRow)

  /** A new row takes back what was written about its id earlier. */
  const adopt = (accountId: string, sessionId: string): void => {
    if (written.get(accountId, sessionId)) texts.refresh(accountId, sessionId)
  }
  const touch = (accountId: string, sessionId: string): void => {
    const id = rowNumber(accountId, sessionId)
    if (id !== null) indexes.changed(accountId, [id])
  }

  /** The first page at start, before the index is loaded: same order, straight from an index on disk. */
  const firstPage = (accountId: string, { offset, limit }: SessionQuery): SessionPage => {
    const all = Number(countAll.get(accountId)?.n)
    return { rows: (newest.all(accountId, limit, offset) as DbRow[]).map(toSessionRow), total: all, all, foundAt: null }
  }
  const isPlain = (query: SessionQuery): boolean =>
    query.find === undefined &&
    query.text.trim() === '' &&
    query.chips.length === 0 &&
    query.sort === 'started' &&
    query.direction === 'desc'

  /** Runs on the account's index with what the query's text asks for; problem `invalid-input` when it cannot be read. */
  const matched = async <T>(
    accountId: string,
    { text, sort }: Filters,
    serverNow: number,
    run: (index: SessionIndex, matching: Matching) => T,
  ): Promise<Result<T>> => {
    const ready = await indexes.ready(accountId, sort)
    if (!ready.ok) return ready
    const { index, read } = ready.value
    const matching = attempt('reading the list', () => read(text, serverNow))
    if (!matching.ok) return matching
    const found = matching.value
    return found.ok ? attempt('reading the list', () => run(index, found.value)) : found
  }

  const upsert = (
    accountId: string,
    records: readonly ListedSession[],
    origin: 'listed' | 'pasted',
  ): Result<Upserted> =>
    attempt('storing sessions', () => {
      const result: Upserted = { added: [], changed: [] }
      const numbers: number[] = []
      inTransaction(db, () => {
        for (const record of records) {
          const known = numberOf.get(accountId, record.sessionId) !== undefined
          const stored = listed.get(
            accountId,
            record.sessionId,
            record.status,
            record.createdAt,
            record.closedAt,
            record.durationMs,
            record.error,
            record.closeReason,
            record.browserType,
            record.viewport?.width ?? null,
            record.viewport?.height ?? null,
            record.stepCount,
            record.serviceTitle,
            record.startAddress,
            origin,
          )
          if (!stored) continue
          numbers.push(Number(stored.id))
          ;(known ? result.changed : result.added).push(record.sessionId)
          if (!known) adopt(accountId, record.sessionId)
        }
      })
      if (numbers.length > 0) indexes.changed(accountId, numbers)
      return result
    })

  return {
    /** One window of the list; `total` counts what matches, `all` the account's rows. */
    query: async (accountId: string, query: SessionQuery, serverNow = now()): Promise<Result<SessionPage>> => {
      if (!indexes.isReady(accountId) && isPlain(query)) {
        void indexes.warm(accountId)
        return attempt('reading the list', () => firstPage(accountId, query))
      }
      return matched(accountId, query, serverNow, (index, matching) => {
        const part = { ...query, find: findOf(accountId, query) }
        const { ids, total, foundAt } = index.window(query, matching, part, serverNow)
        return { rows: rowsOf(ids), total, all: index.size(), foundAt }
      })
    },
    /** Sessions that match a query; null: it cannot be read. Leaves the list on screen at hand. */
    matchCount: async (accountId: string, text: string, serverNow = now()): Promise<Result<number | null>> => {
      const ready = await indexes.ready(accountId, 'started')
      if (!ready.ok) return ready
      return attempt('reading the list', () => {
        const matching = ready.value.readAside(text, serverNow)
        return matching.ok ? ready.value.index.count(matching.value, serverNow) : null
      })
    },
    /** The sessions that match a query, by what they have in common. */
    groups: async (
      accountId: string,
      text: string,
      by: SessionGrouping,
      serverNow = now(),
    ): Promise<Result<{ groups: SessionGroup[]; omitted: number }>> => {
      const ready = await indexes.ready(accountId, 'started')
      if (!ready.ok) return ready
      const { index, readAside } = ready.value
      const read = attempt('reading the list', () => readAside(text, serverNow))
      if (!read.ok) return read
      const matching = read.value
      if (!matching.ok) return matching
      return attempt('reading the list', () => {
        const { found, omitted } = groupRows(index.columns, index.matching(matching.value, serverNow), by)
        const examples = rowsOf(found.map(({ row }) => row))
        const written = new Map(examples.map((row) => [row.sessionId, row]))
        const exampleOf = (row: number) => written.get(index.columns.sessionId[row] ?? '')
        return { groups: found.map((group) => toGroup(group, by, exampleOf(group.row))), omitted }
      })
    },
    /** Statuses, tags and errors that sessions have, the most frequent first. */
    values: async (accountId: string): Promise<Result<KnownValues>> => {
      const ready = await indexes.ready(accountId, 'started')
      if (!ready.ok) return ready
      return attempt('reading the list', () => {
        const rows = valueRows(ready.value.index)
        const read = new Map(rowsOf(exampleRows(rows)).map((row) => [row.sessionId, row]))
        return valuesOf(rows, (id) => read.get(ready.value.index.columns.sessionId[id] ?? ''))
      })
    },
    /** Ids of the rows `[offset, offset + limit)` of the list, in its order; `find` as in `query`. */
    ids: (
      accountId: string,
      query: Omit<SessionQuery, 'limit'> & { limit: number },
      serverNow = now(),
    ): Promise<Result<{ sessionIds: string[]; total: number }>> =>
      matched(accountId, query, serverNow, (index, matching) => {
        const { ids, total } = index.window(query, matching, { ...query, find: findOf(accountId, query) }, serverNow)
        return { sessionIds: namesOf(index, ids), total }
      }),
    neighbours: (
      accountId: string,
      sessionId: string,
      query: Filters,
      serverNow = now(),
    ): Promise<Result<Neighbours>> =>
      matched(accountId, query, serverNow, (index, matching) => {
        const id = rowNumber(accountId, sessionId)
        if (id === null) return { previous: null, next: null }
        const { previous, next } = index.around(id, query, matching, serverNow)
        const nameOf = (row: number | null) => (row === null ? null : (index.columns.sessionId[row] ?? null))
        return { previous: nameOf(previous), next: nameOf(next) }
      }),
    /** Rows that match all but "Has recording" and whose recording is unknown: the first `UNCHECKED_ROWS`, and how many. */
    unchecked: (
      accountId: string,
      query: Filters,
      serverNow = now(),
    ): Promise<Result<{ sessionIds: string[]; total: number }>> =>
      matched(accountId, { ...query, text: withoutRecording(query.text) }, serverNow, (index, matching) => {
        const { ids, total } = index.unchecked(query, matching, UNCHECKED_ROWS, serverNow)
        return { sessionIds: namesOf(index, ids), total }
      }),
    /** `not-found` for an id that is not in the list. */
    get: (accountId: string, sessionId: string): Result<SessionRow> => {
      const row = attempt('reading a session', () => rowOf(accountId, sessionId))
      return row.ok ? (row.value ? { ok: true, value: row.value } : notFound()) : row
    },
    /** Null also when the database refuses: for lookups that can do without. */
    find: (accountId: string, sessionId: string): SessionRow | null => {
      const row = attempt('reading a session', () => rowOf(accountId, sessionId))
      return row.ok ? row.value : null
    },
    /** Ids that begin so, by code units, at most `most`. */
    withPrefix: (accountId: string, prefix: string, most = 20): string[] => {
      const rows = attempt('reading ids', () => withPrefix.all(accountId, prefix, most))
      return rows.ok ? rows.value.map((row) => String(row.session_id)) : []
    },
    /** Stores a page of the service's list, in one transaction. */
    upsertListed: (accountId: string, records: readonly ListedSession[]) => upsert(accountId, records, 'listed'),
    /** Stores what the service says of one session; a pasted one stays pasted. */
    describe: (accountId: string, record: ListedSession) => upsert(accountId, [record], 'pasted'),
    /** Adds ids as pasted sessions, exactly as they are, a few hundred per turn; known ones stay as they are. */
    addIds: async (accountId: string, ids: readonly string[]): Promise<Result<AddedIds>> => {
      let added = 0
      for (let from = 0; from < ids.length; from += PASTE_BATCH) {
        const batch = ids.slice(from, from + PASTE_BATCH)
        const stored = attempt('storing pasted ids', () => {
          const fresh = inTransaction(db, () => {
            const inserted = batch.filter((id) => Number(pasted.run(accountId, id).changes) > 0)
            for (const id of inserted) adopt(accountId, id)
            return inserted
          })
          indexes.changed(
            accountId,
            fresh.map((id) => rowNumber(accountId, id) ?? 0),
          )
          return fresh.length
        })
        if (!stored.ok) return stored
        added += stored.value
        if (from + PASTE_BATCH < ids.length) await nextTurn()
      }
      return { ok: true, value: { added, known: ids.length - added, first: ids[0] ?? null } }
    },
    /** Takes a pasted session off the list; what was written about it is kept for the day it comes back. */
    forget: (accountId: string, sessionId: string): Result<undefined> => {
      const row = attempt('reading a session', () => numberOf.get(accountId, sessionId))
      if (!row.ok) return row
      if (!row.value) return notFound()
      if (row.value.origin !== 'pasted')
        return fail('invalid-input', 'The service lists this session, so it would reappear.')
      const id = Number(row.value.id)
      return attempt('forgetting a session', () => {
        inTransaction(db, () => {
          removeRow.run(id)
          removeAnalysis.run(accountId, sessionId)
          texts.remove(id)
        })
        indexes.removed(accountId, [id])
        return undefined
      })
    },
    /** Facts of the replay record; absent fields stay as they are. Unknown ids are ignored. */
    setRecordingFacts: (accountId: string, sessionId: string, patch: RecordingFacts): Result<undefined> =>
      attempt('storing what is known of a recording', () => {
        const has = (key: keyof RecordingFacts) => (patch[key] === undefined ? 0 : 1)
        facts.run(
          patch.recording ?? null,
          has('videoDurationMs'),
          patch.videoDurationMs ?? null,
          has('linksExpireAt'),
          patch.linksExpireAt ?? null,
          accountId,
          sessionId,
        )
        touch(accountId, sessionId)
        return undefined
      }),
    /** Where the person left off, ms of video time; also counts as opened now. */
    setPosition: (accountId: string, sessionId: string, positionMs: number): Result<undefined> =>
      attempt('storing the position', () => {
        position.run(positionMs, now(), accountId, sessionId)
        touch(accountId, sessionId)
        return undefined
      }),
    setOpened: (accountId: string, sessionId: string): Result<undefined> =>
      attempt('storing the time of opening', () => {
        opened.run(now(), accountId, sessionId)
        touch(accountId, sessionId)
        return undefined
      }),
    /** What else is shown of a row changed: whether it is archived. */
    touch: (accountId: string, sessionId: string): void => {
      attempt('reading a session', () => touch(accountId, sessionId))
    },
    count: (accountId: string): number => Number(countAll.get(accountId)?.n ?? 0),
    /** Begins to load an account's index, so that the first search finds it ready. */
    warm: (accountId: string): Promise<void> => indexes.warm(accountId),
  }
}
