import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ExportRequest } from '../../contract/models/cookie-models.ts'
import { fail, ok, type Result } from '../../contract/result.ts'
import { cookieActions } from './cookie-actions.ts'

const REQUEST: ExportRequest = { readId: 'r', ids: null, format: 'netscape', url: null, includeExpired: false }

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cookies-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

type Exported = { fileName: string; text: string; count: number }
const actionsWith = (exported: Result<Exported>, value: Result<string> = ok('value-1')) => {
  const copied: string[] = []
  const asked: (string | undefined)[] = []
  const handlers = cookieActions({
    cookies: { valueOf: () => value, exportOf: () => exported },
    clipboard: {
      copy: async (text) => {
        copied.push(text)
        return ok({ clearsAt: 30_000 })
      },
    },
    folder: () => folder,
    ask: async ({ defaultPath }) => {
      asked.push(defaultPath)
      return join(folder, 'picked')
    },
  })
  return { ...handlers, copied, asked }
}
const cookiesTxt = ok({ fileName: 'cookies-p.txt', text: '# Netscape HTTP Cookie File\n', count: 2 })

test('a value and an export go to the clipboard with the moment they leave it again', async () => {
  const good = actionsWith(cookiesTxt)
  expect(await good['cookies.copyValue']({ readId: 'r', id: '0' })).toEqual(ok({ clearsAt: 30_000 }))
  expect(await good['cookies.copyExport'](REQUEST)).toEqual(ok({ clearsAt: 30_000, count: 2 }))
  expect(good.copied).toEqual(['value-1', '# Netscape HTTP Cookie File\n'])
  const gone = fail('not-found', 'These cookies are no longer in memory.')
  const bad = actionsWith(gone, gone)
  expect(await bad['cookies.copyValue']({ readId: 'r', id: '0' })).toEqual(gone)
  expect(await bad['cookies.copyExport'](REQUEST)).toEqual(gone)
  expect(bad.copied).toEqual([])
})

test('C15: an export is saved as it is, under its own ending, for the person alone', async () => {
  const saving = actionsWith(cookiesTxt)
  expect(await saving['cookies.saveExport'](REQUEST)).toEqual(ok({ name: 'picked.txt', count: 2 }))
  expect(saving.asked).toEqual([join(folder, 'cookies-p.txt')])
  expect(readFileSync(join(folder, 'picked.txt'), 'utf8')).toBe('# Netscape HTTP Cookie File\n')
  if (process.platform !== 'win32') expect(statSync(join(folder, 'picked.txt')).mode & 0o777).toBe(0o600)
  const state = actionsWith(ok({ fileName: 'storage-state-p.json', text: '{}', count: 1 }))
  expect(await state['cookies.saveExport'](REQUEST)).toEqual(ok({ name: 'picked.json', count: 1 }))
})

test('an export without a cookie asks for no file and leaves the clipboard alone', async () => {
  const empty = actionsWith(ok({ fileName: 'cookies-p.txt', text: '', count: 0 }))
  expect(await empty['cookies.saveExport'](REQUEST)).toMatchObject({ ok: false, problem: { code: 'invalid-input' } })
  expect(await empty['cookies.copyExport'](REQUEST)).toMatchObject({ ok: false })
  expect([empty.asked, empty.copied]).toEqual([[], []])
})
