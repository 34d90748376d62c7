import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createClock } from '../../base/clock.ts'
import { openLibrary, openLibraryWhenFree } from '../library.ts'
import { folderPerTest } from '../testing/per-test.ts'
import { listedSession, quietLog, stillClock, testLibrary, unwrap } from '../testing/test-library.ts'

const place = folderPerTest()

const ME = 'me'
const tryOpen = (folder: string, mayReplace = true) =>
  openLibrary({ folder, clock: stillClock(), log: quietLog(), mayReplace })
const refused = () => {
  const opened = tryOpen(place.folder)
  return opened.ok ? null : opened.problem
}
const file = () => join(place.folder, 'library.sqlite')
const asides = () => readdirSync(place.folder).filter((name) => name.startsWith('library.set-aside-'))

describe('X10: the library opens whatever its file is', () => {
  test('X10: written, closed and opened again, it is the same; nothing but the file is left', () => {
    const library = testLibrary(place.folder)
    unwrap(library.sessions.upsertListed(ME, [listedSession('a')]))
    library.close()
    expect(readdirSync(place.folder)).toEqual(['library.sqlite'])
    const again = testLibrary(place.folder)
    expect(unwrap(again.sessions.get(ME, 'a')).sessionId).toBe('a')
    expect(again.notices.list()).toEqual([])
    again.close()
  })

  test('X10: a file that is no database is set aside whole, with one sentence, and a new one works', () => {
    writeFileSync(file(), 'this was a library once')
    writeFileSync(`${file()}-wal`, 'and its log')
    const library = testLibrary(place.folder)
    expect(library.notices.list()).toMatchObject([
      { id: 'library-set-aside', message: expect.stringContaining('moved aside') },
    ])
    const kept = asides().map((name) => readFileSync(join(place.folder, name), 'utf8'))
    expect(kept.sort()).toEqual(['and its log', 'this was a library once'])
    unwrap(library.sessions.upsertListed(ME, [listedSession('a')]))
    library.close()
    const again = testLibrary(place.folder)
    expect(again.sessions.count(ME)).toBe(1)
    expect(again.notices.list()).toHaveLength(1) // still not dismissed
    again.close()
  })

  test('X10: a damaged page met at run time is a problem, and the next start sets the file aside', async () => {
    const library = testLibrary(place.folder)
    for (let page = 0; page < 20; page += 1)
      unwrap(
        library.sessions.upsertListed(
          ME,
          Array.from({ length: 100 }, (_, n) => listedSession(`s-${page}-${n}`)),
        ),
      )
    library.close()
    const size = readFileSync(file()).length
    const handle = openSync(file(), 'r+')
    for (let at = 4_096 * 20; at + 4_096 < size; at += 4_096) writeSync(handle, Buffer.alloc(4_096, 0xa5), 0, 4_096, at)
    const notices: string[] = []
    const onNotice = ({ id }: { id: string }) => void notices.push(id)
    const hurt = unwrap(openLibrary({ folder: place.folder, clock: stillClock(), log: quietLog(), mayReplace: true }))
    hurt.listen({ onNotice, onOtherProgram: () => {} })
    const results = Array.from({ length: 20 }, (_, page) => hurt.sessions.get(ME, `s-${page}-7`))
    hurt.close()
    const damaged = results.filter((result) => !result.ok && result.problem.code === 'storage')
    if (asides().length === 0) {
      expect(damaged.length).toBeGreaterThan(0)
      expect(notices).toEqual(['library-damaged']) // once, however often it is met
      testLibrary(place.folder).close()
    }
    expect(asides().length).toBeGreaterThan(0)
  })

  test('L08: reports a library of a newer version and leaves it unchanged', async () => {
    const { DatabaseSync } = await import('node:sqlite')
    const db = new DatabaseSync(file())
    db.exec('PRAGMA user_version = 999; CREATE TABLE future (x); INSERT INTO future VALUES (1)')
    db.close()
    const before = readFileSync(file())
    expect(refused()).toMatchObject({ code: 'storage', message: expect.stringContaining('newer version') })
    expect(asides()).toEqual([])
    expect(readFileSync(file()).equals(before)).toBe(true)
  })

  test('L08: reports where no folder can be created, and does not run in memory instead', () => {
    writeFileSync(join(place.folder, 'file'), '')
    const opened = tryOpen(join(place.folder, 'file', 'data'))
    expect(opened).toMatchObject({ ok: false, problem: { code: 'storage', message: 'The library cannot be opened.' } })
  })

  test('L08: names a path that is too long for SQLite', () => {
    const folder = join(place.folder, ...Array.from({ length: 6 }, () => 'x'.repeat(90)))
    expect(tryOpen(folder)).toMatchObject({ problem: { message: expect.stringContaining('too long') } })
  })

  test('L10: an empty library file is told, set aside with its log, and a new one begun', () => {
    testLibrary(place.folder).close()
    truncateSync(file())
    writeFileSync(`${file()}-wal`, 'the last changes')
    expect(tryOpen(place.folder, false)).toMatchObject({ problem: { message: expect.stringContaining('empty') } })
    expect(asides()).toEqual([])
    const library = testLibrary(place.folder)
    expect(library.notices.list()).toMatchObject([{ id: 'library-emptied' }])
    library.close()
    expect(
      asides()
        .map((name) => readFileSync(join(place.folder, name), 'utf8'))
        .sort(),
    ).toEqual(['', 'the last changes'])
  })

  test('L10: a log without its library is told as well', () => {
    writeFileSync(`${file()}-wal`, 'the last changes')
    const library = testLibrary(place.folder)
    expect(library.notices.list()).toMatchObject([{ id: 'library-emptied' }])
    library.close()
    expect(asides()).toHaveLength(1)
  })

  test('L07: the command line sets nothing aside, whatever the file is', () => {
    writeFileSync(file(), 'this was a library once')
    expect(tryOpen(place.folder, false)).toMatchObject({ problem: { message: 'The library is damaged.' } })
    expect(readFileSync(file(), 'utf8')).toBe('this was a library once')
  })

  test('L09: a library that another program holds is in use, and opens once it is free', async () => {
    const { DatabaseSync } = await import('node:sqlite')
    testLibrary(place.folder).close()
    const other = new DatabaseSync(file())
    other.exec('BEGIN EXCLUSIVE')
    const begun = performance.now()
    expect(refused()).toMatchObject({ message: 'The library is in use by another program.', retryAfterMs: 1_000 })
    expect(performance.now() - begun).toBeLessThan(1_000) // 3 s inside SQLite before
    expect(asides()).toEqual([])
    setTimeout(() => other.close(), 500)
    const config = { folder: place.folder, clock: createClock(), log: quietLog() }
    const library = unwrap(await openLibraryWhenFree(config, { waitMs: 20_000 }))
    library.close()
  })

  /** Permissions do not bind root, so the library is opened by a child with another user id. */
  const asNobody = (folder: string): { problem: string | null; notices: string[]; count: number } => {
    const code = `
      const { openLibrary } = await import(${JSON.stringify(join(import.meta.dirname, '../library.ts'))})
      const log = { info() {}, warn() {}, error() {} }
      const clock = { now: Date.now, after: () => () => {} }
      const opened = openLibrary({ folder: process.argv[1], clock, log, mayReplace: true })
      const library = opened.value
      console.log(JSON.stringify({ problem: opened.problem?.message ?? null, count: library?.sessions.count('me') ?? 0,
        notices: library?.notices.list().map(({ id }) => id) ?? [] }))
      library?.close()`
    const id = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
    return JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '-e', code, folder], { ...id, encoding: 'utf8' }),
    )
  }
  const giveAway = (path: string): void => {
    if (process.getuid?.() === 0) chownSync(path, 65_534, 65_534)
  }
  const filled = (): string => {
    chmodSync(place.folder, 0o755)
    const folder = join(place.folder, 'data')
    mkdirSync(folder)
    const library = testLibrary(folder)
    unwrap(library.sessions.upsertListed(ME, [listedSession('a')]))
    library.close()
    giveAway(join(folder, 'library.sqlite'))
    giveAway(folder)
    return folder
  }

  test.skipIf(process.platform === 'win32').each<[string, number, string]>([
    ['a write-protected file', 0o444, 'read-only'],
    ['a file of somebody else', 0o000, 'permission'],
  ])('L08: reports %s and leaves it unchanged; opens it once it may be written', (_name, mode, words) => {
    const folder = filled()
    const path = join(folder, 'library.sqlite')
    const before = readFileSync(path)
    chmodSync(path, mode)
    expect(asNobody(folder)).toMatchObject({ problem: expect.stringContaining(words), count: 0 })
    expect(readdirSync(folder).filter((name) => name.includes('set-aside'))).toEqual([])
    expect(readFileSync(path).equals(before)).toBe(true)
    chmodSync(path, 0o600)
    expect(asNobody(folder)).toEqual({ problem: null, notices: [], count: 1 })
  })

  test.skipIf(process.platform === 'win32')('L08: a read-only folder leaves its file alone', () => {
    const folder = filled()
    chmodSync(join(folder, 'library.sqlite'), 0o444)
    chmodSync(folder, 0o555)
    expect(asNobody(folder).problem).not.toBe(null)
    expect(existsSync(join(folder, 'library.sqlite'))).toBe(true)
  })
})
