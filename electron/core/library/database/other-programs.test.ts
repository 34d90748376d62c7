import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClock } from '../../base/clock.ts'
import { until } from '../../base/testing/test-clock.ts'
import { type Library, openLibrary } from '../library.ts'
import { folderPerTest } from '../testing/per-test.ts'
import { listedSession, quietLog, requestEntry, requestTraffic, testLibrary, unwrap } from '../testing/test-library.ts'

const ME = 'me'
const place = folderPerTest()
const file = () => join(place.folder, 'library.sqlite')
let library: Library
let notices: string[]
let outside: number
beforeEach(() => {
  notices = []
  outside = 0
  library = unwrap(openLibrary({ folder: place.folder, clock: createClock(), log: quietLog() }))
  library.listen({ onNotice: ({ id }) => void notices.push(id), onOtherProgram: () => void (outside += 1) })
  unwrap(
    library.sessions.upsertListed(
      ME,
      ['a', 'b', 'c'].map((id) => listedSession(id)),
    ),
  )
})
afterEach(() => library.close())

/** Another program with the write lock. */
const hold = (): DatabaseSync => {
  const other = new DatabaseSync(file())
  other.exec('BEGIN IMMEDIATE')
  return other
}
const noteOf = (of: Library, id: string) => unwrap(of.sessions.get(ME, id)).note
const write = (id: string, note: string) => library.write(() => library.reviews.review(ME, id, { note }))

describe('L11: another program holds the write lock', () => {
  test('notes wait outside the event loop, are answered once they are saved, in order, with one notice', async () => {
    const other = hold()
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const answered: string[] = []
    const notes = (['a', 'b', 'c'] as const).map((id) =>
      write(id, `note of ${id}`).then((result) => void answered.push(result.ok ? id : result.problem.message)),
    )
    await until(() => notices.length > 0, 'the sentence')
    // Some more tries: they say nothing again, and a turn they held up is in the histogram.
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(answered).toEqual([])
    delay.disable()
    other.exec('COMMIT')
    other.close()
    await Promise.all(notes)
    expect(answered).toEqual(['a', 'b', 'c'])
    expect(notices).toEqual(['library-in-use'])
    expect(['a', 'b', 'c'].map((id) => noteOf(library, id))).toEqual(['note of a', 'note of b', 'note of c'])
    // One try costs the wait inside SQLite; 3 s a write before.
    expect(delay.max / 1e6).toBeLessThan(1_000)
  })

  test('a line of the journal that could not be written is written later', async () => {
    const other = hold()
    expect(library.journal.add(requestEntry(), requestTraffic())).toBe(null)
    other.exec('COMMIT')
    other.close()
    await library.idle()
    expect(library.journal.latest(ME, 9)).toHaveLength(1)
  })

  test('a write that another cause refuses is answered at once', async () => {
    expect(await library.write(() => library.reviews.review(ME, 'nobody', { note: 'x' }))).toMatchObject({
      problem: { code: 'not-found' },
    })
  })

  test('a plain refusal names another program', () => {
    const other = hold()
    expect(library.marks.add(ME, 'a', 1, 'x')).toMatchObject({
      problem: { code: 'storage', message: 'The library is in use by another program.' },
    })
    other.close()
  })
})

describe('L12: the file goes while the library is open', () => {
  test('removed with its folder: reports it, saves the content again, and changes nothing more', async () => {
    unwrap(await write('a', 'before'))
    rmSync(place.folder, { recursive: true })
    expect(await write('a', 'after')).toMatchObject({
      ok: false,
      problem: {
        code: 'storage',
        message: expect.stringContaining('removed while'),
        next: expect.stringMatching(/Restart/),
      },
    })
    expect(notices).toEqual(['library-gone'])
    expect(library.notices.list()).toMatchObject([{ id: 'library-gone' }])
    expect(library.settings.set({ theme: 'dark' })).toMatchObject({ ok: false })
    library.close()
    const again = testLibrary(place.folder)
    expect(noteOf(again, 'a')).toBe('before')
    again.close()
  })

  test('renamed, and another file in its place: what this run knows is saved beside it', async () => {
    unwrap(await write('a', 'before'))
    renameSync(file(), `${file()}.old`)
    const other = new DatabaseSync(file())
    other.exec('CREATE TABLE foreign_one (x)')
    other.close()
    expect(await write('a', 'after')).toMatchObject({ ok: false })
    const rescued = readdirSync(place.folder).filter((name) => name.startsWith('library.rescued-'))
    expect(rescued).toHaveLength(1)
    const saved = new DatabaseSync(join(place.folder, rescued[0] ?? ''), { readOnly: true })
    expect(saved.prepare('SELECT note FROM reviews').get()?.note).toBe('before')
    saved.close()
  })

  test('it is noticed without any write, and before the end', async () => {
    rmSync(file())
    await until(() => notices.length > 0, 'the sentence')
    expect(existsSync(file())).toBe(true)
    library.close()
    const again = testLibrary(place.folder)
    expect(again.sessions.count(ME)).toBe(3)
    again.close()
    library = testLibrary(place.folder)
    rmSync(file())
    library.close() // the stopped clock never looked
    expect(existsSync(file())).toBe(true)
  })
})

test('L13: what another program changes in the library is heard of', async () => {
  const other = testLibrary(place.folder)
  unwrap(other.sessions.upsertListed(ME, [listedSession('d')]))
  await until(() => outside > 0, 'the change')
  other.close()
})
