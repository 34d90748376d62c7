import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createIndexStore } from '../sessions/index-store.ts'
import { folderPerTest } from '../testing/per-test.ts'
import {
  listedSession,
  listQuery,
  quietLog,
  requestEntry,
  requestTraffic,
  testLibrary,
  unwrap,
} from '../testing/test-library.ts'
import { migrate } from './migrations.ts'
import { createRunSql, inTransaction } from './sql-result.ts'

const place = folderPerTest()

test('X10: names a full disk and undoes the half-written change', () => {
  const db = new DatabaseSync(':memory:')
  db.exec('CREATE TABLE t (x TEXT); PRAGMA max_page_count = 8')
  const write = db.prepare('INSERT INTO t VALUES (?)')
  const result = createRunSql(quietLog(), { onDamaged: () => {} })('storing', () =>
    inTransaction(db, () => {
      for (let row = 0; row < 100; row += 1) write.run('x'.repeat(2_000))
    }),
  )
  expect(result).toMatchObject({ ok: false, problem: { code: 'disk-full', message: 'The disk is full.' } })
  expect(db.isTransaction).toBe(false)
  expect(db.prepare('SELECT count(*) AS n FROM t').get()?.n).toBe(0)
  db.close()
})

test('X10: a transaction that SQLite ended by itself keeps its own cause', () => {
  const db = new DatabaseSync(':memory:')
  db.exec('CREATE TABLE t (x INTEGER PRIMARY KEY)')
  const log = quietLog()
  createRunSql(log, { onDamaged: () => {} })('storing', () =>
    inTransaction(db, () => {
      db.exec('INSERT OR ROLLBACK INTO t VALUES (1); INSERT OR ROLLBACK INTO t VALUES (1)')
    }),
  )
  expect(log.lines).toEqual(['library: storing failed with SQLite code 19']) // the constraint, not "no transaction"
  db.close()
})

test('after closing, everything answers a problem and nothing throws: requests that were stopped still report', async () => {
  const library = testLibrary(place.folder)
  unwrap(library.sessions.upsertListed('me', [listedSession('a')]))
  library.close()
  const { journal, sessions, sync } = library
  expect(journal.add(requestEntry(), requestTraffic())).toBe(null)
  expect(sync.get('me').nextPage).toBe(null)
  expect(sessions.get('me', 'a')).toMatchObject({ ok: false, problem: { code: 'storage' } })
  expect(await sessions.query('me', listQuery({ text: 'a' }))).toMatchObject({ ok: false })
  await sessions.warm('me')
})

test('X10: a table that cannot be read while the list loads is a problem, not a crash, and is tried again', async () => {
  const db = new DatabaseSync(':memory:')
  migrate(db)
  const indexes = createIndexStore(db, createRunSql(quietLog(), { onDamaged: () => {} }))
  db.exec('ALTER TABLE reviews RENAME TO lost')
  await indexes.warm('me') // not awaited: a rejection would end the program
  expect(await indexes.ready('me', 'started')).toMatchObject({ ok: false, problem: { code: 'storage' } })
  db.exec('ALTER TABLE lost RENAME TO reviews')
  expect(await indexes.ready('me', 'started')).toMatchObject({ ok: true })
  db.close()
})
