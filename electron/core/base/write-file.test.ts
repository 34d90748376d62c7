import { execFileSync } from 'node:child_process'
import {
  closeSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { replaceFile } from './write-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-write-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)

describe.skipIf(process.platform === 'win32')('H14: what is no regular file', () => {
  test('a pipe gets the data and stays a pipe', async () => {
    execFileSync('mkfifo', [at('pipe')])
    const reader = openSync(at('pipe'), 'r+')
    expect(await replaceFile(at('pipe'), 'values', 0o600)).toBe('device')
    const bytes = Buffer.alloc(6)
    readSync(reader, bytes)
    closeSync(reader)
    expect([bytes.toString(), lstatSync(at('pipe')).isFIFO()]).toEqual(['values', true])
  })

  test('a device is written into, through a link too', async () => {
    symlinkSync('/dev/null', at('null'))
    expect(await replaceFile(at('null'), 'values')).toBe('device')
    expect([lstatSync(at('null')).isSymbolicLink(), statSync('/dev/null').isCharacterDevice()]).toEqual([true, true])
  })

  test('a link stays, what it leads to is replaced, whether it is there or not', async () => {
    writeFileSync(at('there'), 'old', { mode: 0o640 })
    symlinkSync('there', at('link'))
    symlinkSync('not-there', at('dangling'))
    expect(await replaceFile(at('link'), 'new')).toBe('file')
    await replaceFile(at('dangling'), 'new', 0o600)
    expect([readFileSync(at('there'), 'utf8'), readFileSync(at('not-there'), 'utf8')]).toEqual(['new', 'new'])
    expect(lstatSync(at('link')).isSymbolicLink() && lstatSync(at('dangling')).isSymbolicLink()).toBe(true)
    expect([statSync(at('there')).mode & 0o777, statSync(at('not-there')).mode & 0o777]).toEqual([0o640, 0o600])
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('a mode that is asked for wins over the one that was there', async () => {
    writeFileSync(at('there'), 'old', { mode: 0o644 })
    await replaceFile(at('there'), 'new', 0o600)
    expect(statSync(at('there')).mode & 0o777).toBe(0o600)
  })

  test('a folder is not replaced', async () => {
    await expect(replaceFile(folder, 'x')).rejects.toThrow()
  })
})
