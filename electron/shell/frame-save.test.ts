import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join, normalize } from 'node:path'
import type { SaveDialogOptions } from 'electron'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFrameSave, frameName } from './frame-save.ts'

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3)
const INPUT = { sessionId: 's-1', atMs: 12_340, png: PNG }

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'frames-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const save = (answer: string | null, asked: SaveDialogOptions[] = []) =>
  createFrameSave({
    folder: () => folder,
    ask: async (options) => {
      asked.push(options)
      return answer && join(folder, answer)
    },
  })

test('D17: whatever the id, the name is one plain file name of bounded length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), fc.nat(1e9), (sessionId, atMs) => {
      const name = frameName(sessionId, atMs)
      expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9-]{0,39} at \d+\.\d s\.png$/)
      expect(normalize(join('/pictures', name))).toBe(`/pictures/${name}`)
    }),
  )
  expect([frameName('../../etc/passwd', 500), frameName('???', 0)]).toEqual([
    'etc-passwd at 0.5 s.png',
    'session at 0.0 s.png',
  ])
})

test('X09: the dialog opens in an absolute folder with a name, and the picture is written as it is', async () => {
  const asked: SaveDialogOptions[] = []
  expect(await save('frame.png', asked)(INPUT)).toEqual({ ok: true, value: { name: 'frame.png' } })
  expect(asked[0]?.defaultPath).toBe(join(folder, 's-1 at 12.3 s.png'))
  expect(isAbsolute(asked[0]?.defaultPath ?? '')).toBe(true)
  expect(new Uint8Array(readFileSync(join(folder, 'frame.png')))).toEqual(PNG)
})

test('X09: a dropped ending comes back, and nothing that the dialog did not ask about is overwritten', async () => {
  expect(await save('frame')(INPUT)).toEqual({ ok: true, value: { name: 'frame.png' } })
  writeFileSync(join(folder, 'frame.png'), 'mine')
  expect(await save('frame')(INPUT)).toMatchObject({ ok: false, problem: { message: 'frame.png exists already.' } })
  expect(readFileSync(join(folder, 'frame.png'), 'utf8')).toBe('mine')
  expect(await save('frame.PNG')(INPUT)).toMatchObject({ ok: true })
})

test('a closed dialog, another kind of file and a folder that is gone', async () => {
  expect(await save(null)(INPUT)).toEqual({ ok: true, value: { name: null } })
  const other = await save('frame.png')({ ...INPUT, png: Uint8Array.of(1, 2, 3) })
  expect(other).toMatchObject({ ok: false, problem: { code: 'invalid-input' } })
  const gone = await save('no/such/folder.png')(INPUT)
  expect(gone).toMatchObject({ ok: false, problem: { code: 'storage', next: 'Choose another folder.' } })
  expect(readdirSync(folder)).toEqual([])
})
