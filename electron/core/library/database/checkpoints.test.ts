import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, test } from 'vitest'
import { createTestClock, type TestClock } from '../../base/testing/test-clock.ts'
import { openLibrary } from '../library.ts'
import { libraryPerTest } from '../testing/per-test.ts'
import { listedSession, quietLog, unwrap } from '../testing/test-library.ts'
import { createCheckpoints } from './checkpoints.ts'

const place = libraryPerTest()
let clock: TestClock
beforeEach(() => {
  place.library.close()
  clock = createTestClock()
  place.library = unwrap(openLibrary({ folder: place.folder, clock, log: quietLog() }))
})

const file = () => join(place.folder, 'library.sqlite')
/** Pages of the log that are not in the file yet. */
const waiting = (): number => {
  const db = new DatabaseSync(file())
  const { log, checkpointed } = db.prepare('PRAGMA wal_checkpoint(NOOP)').get() ?? {}
  db.close()
  return Number(log) - Number(checkpointed)
}
/** Some 8 MB. */
const write = (): void => {
  for (let page = 0; page < 10; page += 1)
    unwrap(
      place.library.sessions.upsertListed(
        'me',
        Array.from({ length: 100 }, (_, nth) => listedSession(`${page}-${nth}`, { error: 'x'.repeat(8_000) })),
      ),
    )
}

test('folds a long log into the file beside the program, which does not take it for a change by another one', async () => {
  let others = 0
  place.library.listen({ onNotice: () => {}, onOtherProgram: () => void (others += 1) })
  write()
  expect(waiting()).toBeGreaterThan(2_000)
  clock.advance(2_000)
  await expect.poll(waiting, { timeout: 10_000 }).toBe(0)
  unwrap(place.library.sessions.upsertListed('me', [listedSession('one more')]))
  clock.advance(2_000)
  expect(others).toBe(0)
  expect(place.library.sessions.count('me')).toBe(1_001)

  place.library.close()
  await expect.poll(() => existsSync(`${file()}-wal`)).toBe(false)
})

test('writes fold the log in again once a thread could not open the file; none is made in its place', async () => {
  const db = new DatabaseSync(file())
  const autoPages = () => Number(db.prepare('PRAGMA wal_autocheckpoint').get()?.wal_autocheckpoint)
  const elsewhere = join(place.folder, 'elsewhere.sqlite')
  const { look } = createCheckpoints(db, elsewhere)
  expect(autoPages()).toBe(32_000)
  write()
  look()
  await expect.poll(autoPages, { timeout: 10_000 }).toBe(8_000)
  expect(existsSync(elsewhere)).toBe(false)

  db.exec('PRAGMA wal_autocheckpoint = 7')
  look()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(autoPages(), 'another thread').toBe(7)
  db.close()
})
