import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join, normalize } from 'node:path'
import type { SaveDialogOptions } from 'electron'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFrameSave, createSheetSave, frameName } from './frame-save.ts'

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3)
const INPUT = { sessionId: 's-1', atMs: 12_340, png: PNG }

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'frames-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const save = (answer: string | null, asked: SaveDialogOptions[] = [], title: string | null = null) =>
  createFrameSave({
    folder: () => folder,
    titleOf: async () => title,
    ask: async (options) => {
      asked.push(options)
      return answer && join(folder, answer)
    },
  })

test('D17: whatever the id, the name is one plain file name of bounded length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), fc.nat(1e9), (sessionId, atMs) => {
      const name = frameName(null, sessionId, atMs)
      expect(name).toMatch(/^_?[A-Za-z0-9][A-Za-z0-9-]{0,39} (\d+h)?\d+m\d\d\.\ds\.png$/)
      expect(normalize(join('/pictures', name))).toBe(`/pictures/${name}`)
    }),
  )
  expect([frameName(null, '../../etc/passwd', 500), frameName(null, '???', 0)]).toEqual([
    'etc-passwd 0m00.5s.png',
    'session 0m00.0s.png',
  ])
})

test('D17: whatever the title, the name is one plain file name of bounded length', () => {
  const titles = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.constantFrom('x'.repeat(400), '🎬'.repeat(100)),
  )
  fc.assert(
    fc.property(titles, fc.nat(1e8), (title, atMs) => {
      const name = frameName(title, 's-1', atMs)
      expect(normalize(join('/pictures', name))).toBe(`/pictures/${name}`)
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(150)
      expect(name).not.toMatch(/[<>:"/\\|?*]/)
    }),
  )
})

test('a frame is called by title and time', () => {
  expect(frameName('Buy two mugs: 3/4', 'b8f4', 56_340)).toBe('Buy two mugs_ 3_4 0m56.3s.png')
  expect(frameName('Buy two mugs', 'b8f4', 3_723_000)).toBe('Buy two mugs 1h02m03.0s.png')
  expect(frameName('  ', 'b8f4', 0)).toBe('b8f4 0m00.0s.png')
})

test('X09: the dialog opens in an absolute folder with a name, and the picture is written as it is', async () => {
  const asked: SaveDialogOptions[] = []
  expect(await save('frame.png', asked)(INPUT)).toEqual({ ok: true, value: { name: 'frame.png' } })
  expect(asked[0]?.defaultPath).toBe(join(folder, 's-1 0m12.3s.png'))
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

test('a contact sheet is called by its title, and a picture must be one', async () => {
  const asked: SaveDialogOptions[] = []
  const saveSheet = createSheetSave({
    folder: () => folder,
    titleOf: async () => 'Buy two mugs',
    ask: async (options) => {
      asked.push(options)
      return join(folder, 'sheet')
    },
  })
  const data = new TextEncoder().encode('# Buy two mugs\n')
  expect(await saveSheet({ sessionId: 's-1', format: 'png', data })).toMatchObject({
    problem: { code: 'invalid-input' },
  })
  expect(await saveSheet({ sessionId: 's-1', format: 'markdown', data })).toEqual({
    ok: true,
    value: { name: 'sheet.md' },
  })
  expect(asked.map(({ defaultPath }) => defaultPath)).toEqual([join(folder, 'Buy two mugs contact sheet.md')])
  expect(readFileSync(join(folder, 'sheet.md'), 'utf8')).toBe('# Buy two mugs\n')
  expect(await saveSheet({ sessionId: 's-1', format: 'png', data: PNG })).toEqual({
    ok: true,
    value: { name: 'sheet.png' },
  })
})
