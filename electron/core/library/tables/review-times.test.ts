import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { migrate, STEPS } from '../database/migrations.ts'
import { openLibrary } from '../library.ts'
import { folderPerTest } from '../testing/per-test.ts'
import { listedSession, quietLog, unwrap } from '../testing/test-library.ts'

const ME = 'me'
const place = folderPerTest()

/** A library whose clock is set by the test, and the stored times of a session. */
const opened = () => {
  const clock = { at: 1_000, now: () => clock.at, after: () => () => {} }
  const library = unwrap(openLibrary({ folder: place.folder, clock, log: quietLog() }))
  unwrap(
    library.sessions.upsertListed(
      ME,
      ['a', 'b'].map((id) => listedSession(id)),
    ),
  )
  const times = (sessionId: string): unknown[] => {
    const db = new DatabaseSync(join(place.folder, 'library.sqlite'), { readOnly: true })
    const row = db.prepare('SELECT verdict_at, changed_at FROM reviews WHERE session_id = ?').get(sessionId)
    db.close()
    return [row?.verdict_at, row?.changed_at]
  }
  return { clock, library, times }
}

it('keeps when a verdict was given, and when anything of the review changed', () => {
  const { clock, library, times } = opened()
  unwrap(library.reviews.review(ME, 'a', { note: 'slow' }))
  expect(times('a')).toEqual([null, 1_000])
  clock.at = 2_000
  unwrap(library.reviews.review(ME, 'a', { verdict: 'fail' }))
  clock.at = 3_000
  unwrap(library.reviews.review(ME, 'a', { verdictReason: 'wrong page' }))
  expect(times('a')).toEqual([2_000, 3_000])
  clock.at = 4_000
  unwrap(library.reviews.review(ME, 'a', { verdict: null }))
  expect(times('a')).toEqual([null, 4_000])
  library.close()
})

it('keeps them for many at once; undo brings the time of the verdict back and is a change of its own', async () => {
  const { clock, library, times } = opened()
  unwrap(library.reviews.review(ME, 'a', { verdict: 'pass' }))
  clock.at = 2_000
  const { undoId } = unwrap(library.bulkReviews.change(ME, ['a', 'b'], { kind: 'verdict', verdict: 'fail' }, null))
  expect([times('a'), times('b')]).toEqual([
    [2_000, 2_000],
    [2_000, 2_000],
  ])
  clock.at = 3_000
  unwrap(await library.bulkReviews.undo(ME, undoId))
  expect([times('a'), times('b')]).toEqual([
    [1_000, 3_000],
    [null, 3_000],
  ])
  clock.at = 4_000
  unwrap(library.bulkReviews.change(ME, ['a'], { kind: 'add-tags', tags: ['shop'] }, null))
  expect(times('a')).toEqual([1_000, 4_000])
  library.close()
})

it('leaves the times of older reviews unknown', () => {
  const db = new DatabaseSync(join(place.folder, 'library.sqlite'))
  migrate(db, STEPS.slice(0, 13)) // up to the step before the one that adds the times
  db.exec(`INSERT INTO reviews (account_id, session_id, verdict) VALUES ('${ME}', 'a', 'fail')`)
  db.close()
  const { library, times } = opened()
  expect(times('a')).toEqual([null, null])
  expect(unwrap(library.sessions.get(ME, 'a')).verdict).toBe('fail')
  library.close()
})
