import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testLibrary } from '../testing/test-library.ts'
import { keepPrivate } from './private-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-private-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const modeOf = (path: string): string => (lstatSync(path).mode & 0o777).toString(8)

describe.skipIf(process.platform === 'win32')('what the program keeps is for the person alone', () => {
  test('the data folder is 0700 and its files are 0600 at every open, whatever they were before', () => {
    const data = join(folder, 'data')
    for (let time = 0; time < 2; time += 1) {
      const library = testLibrary(data)
      expect(modeOf(data)).toBe('700')
      const files = readdirSync(data).filter((name) => name.startsWith('library'))
      expect(files).toContain('library.sqlite-wal')
      expect(files.map((name) => [name, modeOf(join(data, name))])).toEqual(files.map((name) => [name, '600']))
      library.close()
      // As a backup that was put back leaves them.
      chmodSync(data, 0o755)
      chmodSync(join(data, 'library.sqlite'), 0o644)
    }
  })

  test('links are not followed, foreign files stay, and rights that were taken away do not come back', () => {
    const outside = join(folder, 'outside')
    const data = join(folder, 'data')
    mkdirSync(data)
    writeFileSync(outside, '')
    writeFileSync(join(data, 'notes.txt'), '')
    writeFileSync(join(data, 'library.set-aside-1.sqlite'), '')
    for (const path of [outside, join(data, 'notes.txt')]) chmodSync(path, 0o644)
    chmodSync(join(data, 'library.set-aside-1.sqlite'), 0o444)
    symlinkSync(outside, join(data, 'library.sqlite'))
    keepPrivate(data)
    expect([modeOf(outside), modeOf(join(data, 'notes.txt'))]).toEqual(['644', '644'])
    expect(modeOf(join(data, 'library.set-aside-1.sqlite'))).toBe('400')
    expect(() => keepPrivate(join(folder, 'not-there'))).not.toThrow()
  })

  test('a folder that everybody may write into is left as it is', () => {
    const shared = join(folder, 'shared')
    mkdirSync(shared)
    chmodSync(shared, 0o1777)
    keepPrivate(shared)
    expect((lstatSync(shared).mode & 0o7777).toString(8)).toBe('1777')
  })
})
