import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { watch } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SaveDialogOptions } from 'electron'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { saveTextFile } from './save-file.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'saves-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const save = (answer: string | null, asked: SaveDialogOptions[] = []) =>
  saveTextFile({
    ask: async (options) => {
      asked.push(options)
      return answer && join(folder, answer)
    },
    title: 'Save cookies',
    folder,
    name: 'cookies.txt',
    filters: [{ name: 'Cookies', extensions: ['txt'] }],
    text: 'żółć\n',
    mode: 0o600,
  })
const modeOf = (name: string): number => statSync(join(folder, name)).mode & 0o777
const posix = process.platform !== 'win32'

test('X09: the dialog opens in an absolute folder; the text is written as UTF-8, for the person alone', async () => {
  const asked: SaveDialogOptions[] = []
  expect(await save('mine.txt', asked)).toEqual({ ok: true, value: { name: 'mine.txt' } })
  expect(asked[0]?.defaultPath).toBe(join(folder, 'cookies.txt'))
  expect(readFileSync(join(folder, 'mine.txt'), 'utf8')).toBe('żółć\n')
  if (posix) expect(modeOf('mine.txt')).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['mine.txt'])
})

test('X09: a dropped ending comes back, and nothing that the dialog did not ask about is overwritten', async () => {
  expect(await save('mine')).toEqual({ ok: true, value: { name: 'mine.txt' } })
  if (posix) expect(modeOf('mine.txt')).toBe(0o600)
  writeFileSync(join(folder, 'mine.txt'), 'older')
  expect(await save('mine')).toMatchObject({ ok: false, problem: { message: 'mine.txt exists already.' } })
  expect(readFileSync(join(folder, 'mine.txt'), 'utf8')).toBe('older')
})

test.runIf(posix)(
  'a file that everybody could read is replaced by one that nobody else can, at no moment open',
  async () => {
    writeFileSync(join(folder, 'mine.txt'), 'older and much longer than what follows')
    chmodSync(join(folder, 'mine.txt'), 0o644)
    const ended = new AbortController()
    const seen: number[] = []
    const watching = (async () => {
      try {
        for await (const { filename } of watch(folder, { signal: ended.signal })) {
          const found = filename === null ? undefined : statSync(join(folder, filename), { throwIfNoEntry: false })
          if (found && readFileSync(join(folder, filename ?? ''), 'utf8').includes('żółć'))
            seen.push(found.mode & 0o077)
        }
      } catch {
        // the watch ends by its signal
      }
    })()
    expect(await save('mine.txt')).toMatchObject({ ok: true })
    await expect.poll(() => seen.length).toBeGreaterThan(0)
    ended.abort()
    await watching
    expect(new Set(seen)).toEqual(new Set([0]))
    expect([modeOf('mine.txt'), readFileSync(join(folder, 'mine.txt'), 'utf8')]).toEqual([0o600, 'żółć\n'])
  },
)

test('a closed dialog writes nothing; what cannot be written leaves nothing behind', async () => {
  expect(await save(null)).toEqual({ ok: true, value: { name: null } })
  expect(await save('no/such/folder.txt')).toMatchObject({ ok: false, problem: { code: 'storage' } })
  mkdirSync(join(folder, 'taken.txt'))
  expect(await save('taken.txt')).toMatchObject({ ok: false, problem: { code: 'storage' } })
  expect(readdirSync(folder)).toEqual(['taken.txt'])
})
