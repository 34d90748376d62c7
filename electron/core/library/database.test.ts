import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openLibrary } from './open.ts'
import { folderPerTest } from './per-test.ts'
import { listedSession, quietLog, stillClock, testLibrary, unwrap } from './test-library.ts'

const place = folderPerTest()

const ME = 'me'
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
    expect([again.place, again.notices.list()]).toEqual(['file', []])
    again.close()
  })

  test('X10: a file that is no database is set aside whole, with one sentence, and a new one works', () => {
    writeFileSync(file(), 'this was a library once')
    writeFileSync(`${file()}-wal`, 'and its log')
    const library = testLibrary(place.folder)
    expect(library.notices.list()).toMatchObject([
      { id: 'library-set-aside', message: expect.stringContaining('set aside') },
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
    const hurt = openLibrary({ folder: place.folder, clock: stillClock(), log: quietLog(), onNotice })
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

  test('X10: a library of a newer version is set aside, not changed', async () => {
    const { DatabaseSync } = await import('node:sqlite')
    const db = new DatabaseSync(file())
    db.exec('PRAGMA user_version = 999; CREATE TABLE future (x); INSERT INTO future VALUES (1)')
    db.close()
    testLibrary(place.folder).close()
    const kept = new DatabaseSync(join(place.folder, asides()[0] ?? ''))
    expect(kept.prepare('SELECT x FROM future').get()?.x).toBe(1)
    kept.close()
  })

  test('X10: where no folder can be, the library works in memory and says so', () => {
    writeFileSync(join(place.folder, 'file'), '')
    const library = testLibrary(join(place.folder, 'file', 'data'))
    expect(library.place).toBe('memory')
    expect(library.notices.list()).toMatchObject([{ id: 'library-in-memory' }])
    unwrap(library.sessions.upsertListed(ME, [listedSession('a')]))
    library.close()
  })

  /** Permissions do not bind root, so the library is opened by a child with another user id. */
  const asNobody = (folder: string): { place: string; notices: string[]; count: number } => {
    const code = `
      const { openLibrary } = await import(${JSON.stringify(join(import.meta.dirname, 'open.ts'))})
      const log = { info() {}, warn() {}, error() {} }
      const library = openLibrary({ folder: process.argv[1], clock: { now: Date.now, after: () => () => {} }, log })
      console.log(JSON.stringify({ place: library.place, notices: library.notices.list().map((n) => n.id), count: library.sessions.count('me') }))
      library.close()`
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

  test.skipIf(process.platform === 'win32')('X10: a write-protected file is set aside and its content is used', () => {
    const folder = filled()
    chmodSync(join(folder, 'library.sqlite'), 0o444)
    expect(asNobody(folder)).toEqual({ place: 'file', notices: ['library-copied'], count: 1 })
    expect(readdirSync(folder).some((name) => name.startsWith('library.set-aside-'))).toBe(true)
  })

  test.skipIf(process.platform === 'win32')('X10: a read-only folder leaves its file alone', () => {
    const folder = filled()
    chmodSync(join(folder, 'library.sqlite'), 0o444)
    chmodSync(folder, 0o555)
    expect(asNobody(folder)).toMatchObject({ place: 'memory', notices: ['library-in-memory'] })
    expect(existsSync(join(folder, 'library.sqlite'))).toBe(true)
  })
})
