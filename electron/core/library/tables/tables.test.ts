import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS, settingsModel } from '../../../contract/models/settings-models.ts'
import { migrate } from '../database/migrations.ts'
import { libraryPerTest } from '../testing/per-test.ts'
import { listedSession, testLibrary, unwrap } from '../testing/test-library.ts'
import type { StoredAccount } from './accounts-table.ts'

const ME = 'me'
const place = libraryPerTest()
const reopen = (): void => {
  place.library.close()
  place.library = testLibrary(place.folder)
}

const ACCOUNT: StoredAccount = {
  id: ME,
  label: 'Mine',
  baseUrl: 'https://api.example.com',
  headerPrefix: 'X-Service-',
  method: 'key',
  userName: null,
  listsSessions: null,
  secretSlot: 0,
  secretStored: true,
}

test('L22: ignores a stored archive folder that is not absolute, with one notice', () => {
  expect(settingsModel.partial().safeParse({ archiveFolder: 'lt-rel' }).success).toBe(false)
  for (const path of ['.', '..\\x', 'C:x', '~/Videos', '\\x']) {
    expect([path, settingsModel.shape.archiveFolder.safeParse(path).success]).toEqual([path, false])
  }
  for (const path of ['', '/srv/x', 'C:\\x', 'd:/x', '\\\\box\\share']) {
    expect([path, settingsModel.shape.archiveFolder.safeParse(path).success]).toEqual([path, true])
  }
  unwrap(place.library.settings.set({ archiveFolder: '/srv/recordings' }))
  expect(place.library.notices.list()).toEqual([])
  place.library.close()
  const db = new DatabaseSync(join(place.folder, 'library.sqlite'))
  db.exec(`UPDATE settings SET value = '"lt-rel"' WHERE name = 'archiveFolder'`)
  db.close()
  place.library = testLibrary(place.folder)
  expect(place.library.settings.get().archiveFolder).toBe('')
  expect(place.library.notices.list()).toMatchObject([{ id: 'archive-folder-ignored' }])
})

test('keeps settings; only an invalid stored value falls back', () => {
  expect(place.library.settings.get()).toEqual(DEFAULT_SETTINGS)
  unwrap(place.library.settings.set({ theme: 'dark', leaseLeadS: 300 }))
  place.library.close()
  const db = new DatabaseSync(join(place.folder, 'library.sqlite'))
  db.exec(`UPDATE settings SET value = '"soon"' WHERE name = 'leaseLeadS'`)
  db.exec(`INSERT INTO settings VALUES ('playbackRate', '{broken'), ('unknown', '1')`)
  db.close()
  place.library = testLibrary(place.folder)
  expect(place.library.settings.get()).toEqual({ ...DEFAULT_SETTINGS, theme: 'dark' })
})

test('a review keeps what its patch leaves out; blank text counts as none', () => {
  unwrap(place.library.sessions.upsertListed(ME, [listedSession('a')]))
  unwrap(place.library.reviews.review(ME, 'a', { title: 'One', verdict: 'fail', tags: ['x', 'x'], note: ' ' }))
  expect(unwrap(place.library.reviews.review(ME, 'a', { verdictReason: 'wrong page' }))).toMatchObject({
    title: 'One',
    verdict: 'fail',
    verdictReason: 'wrong page',
    tags: ['x'],
    note: null,
  })
  expect(place.library.reviews.review(ME, 'nobody', { title: 'x' })).toMatchObject({ problem: { code: 'not-found' } })
})

test('marks come in time order, belong to one account, and a removed one is answered', () => {
  unwrap(place.library.sessions.upsertListed(ME, [listedSession('a')]))
  const late = unwrap(place.library.marks.add(ME, 'a', 900, 'late'))
  const early = unwrap(place.library.marks.add(ME, 'a', 100, ''))
  expect(unwrap(place.library.marks.list(ME, 'a'))).toEqual([early, late])
  expect(place.library.marks.update('other', late.id, { text: 'x' })).toMatchObject({ problem: { code: 'not-found' } })
  expect(place.library.sessions.find(ME, 'a')?.timedNotes).toBe(1) // a mark without a text is no note
  const moved = unwrap(place.library.marks.update(ME, late.id, { text: 'now first', atMs: 50 }))
  expect(unwrap(place.library.marks.list(ME, 'a'))).toEqual([moved, early])
  expect(unwrap(place.library.marks.remove(ME, late.id))).toEqual(moved)
  expect(unwrap(place.library.marks.list(ME, 'a'))).toEqual([early])
})

test('an account takes everything with it; the others stay', async () => {
  for (const id of [ME, 'other']) {
    unwrap(place.library.accounts.save({ ...ACCOUNT, id }))
    unwrap(place.library.sessions.upsertListed(id, [listedSession('a')]))
    unwrap(place.library.reviews.review(id, 'a', { note: 'words' }))
    unwrap(place.library.marks.add(id, 'a', 1, 'm'))
    place.library.sync.set(id, { nextPage: 3, finishedAt: null, fullAt: null, limit: null })
  }
  unwrap(place.library.accounts.setActive('other'))
  unwrap(place.library.accounts.remove(ME))
  reopen()
  expect(place.library.accounts.list()).toEqual([{ ...ACCOUNT, id: 'other' }])
  expect(place.library.accounts.activeId()).toBe('other')
  expect([place.library.sessions.count(ME), place.library.sessions.count('other')]).toEqual([0, 1])
  expect(unwrap(place.library.marks.list(ME, 'a'))).toEqual([])
  expect(place.library.sync.get(ME).nextPage).toBeNull()
  expect(place.library.sync.get('other').nextPage).toBe(3)
})

test('a dismissed notice stays away, also over a restart, until it says something else', () => {
  place.library.notices.add({ id: 'n', message: 'One.' })
  place.library.notices.dismiss('n')
  reopen()
  place.library.notices.add({ id: 'n', message: 'One.' })
  expect(place.library.notices.list()).toEqual([])
  place.library.notices.add({ id: 'n', message: 'Two.', next: 'Do it.' })
  expect(place.library.notices.list()).toEqual([{ id: 'n', message: 'Two.', next: 'Do it.' }])
})

test('a step that fails leaves the older version whole', () => {
  const db = new DatabaseSync(':memory:')
  const good = 'CREATE TABLE one (x)'
  expect(() => migrate(db, [good, 'CREATE TABLE two (x); nonsense'])).toThrow()
  expect(db.prepare('PRAGMA user_version').get()?.user_version).toBe(1)
  expect(
    db
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
      .all()
      .map((row) => row.name),
  ).toEqual(['one'])
  migrate(db, [good, 'CREATE TABLE two (x)'])
  expect(db.prepare('PRAGMA user_version').get()?.user_version).toBe(2)
  expect(() => migrate(db, [good])).toThrow('newer')
})
