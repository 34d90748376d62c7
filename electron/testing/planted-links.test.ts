import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openState } from '../cli/archive/item-state.ts'
import { claimName } from '../core/archive/claims/claims.ts'
import { openImportRecord } from '../core/archive/claims/import-record.ts'
import { createNew, inFolder, replaceByDraft, replaceByDraftNow } from '../core/archive/files/disk/draft.ts'
import { copyDurably, writeWhole } from '../core/archive/files/disk/durable.ts'
import { reserveName } from '../core/archive/files/names/reserve-name.ts'
import { temporaryFolder } from '../core/archive/files/testing/temporary-files.ts'
import { type PartState, readState, writeState } from '../core/archive/transfer/part-state.ts'
import type { StoredItem } from '../core/library/tables/archive-rows.ts'

let at: Awaited<ReturnType<typeof temporaryFolder>>
let inside: string
let victim: string
beforeEach(async () => {
  at = await temporaryFolder()
  inside = join(at.folder, 'archive')
  mkdirSync(inside)
  victim = join(at.folder, 'victim.txt')
  writeFileSync(victim, 'untouched')
})
afterEach(() => {
  expect(readFileSync(victim, 'utf8')).toBe('untouched')
  return at.remove()
})
const plant = (name: string): void => symlinkSync(victim, join(inside, name))
const STATE: PartState = {
  object: 'h/a.mp4',
  etag: null,
  modified: null,
  strong: null,
  total: 10,
  spans: [],
  probe: null,
  synced: [],
  syncedProbe: null,
}

describe('planted links write nothing outside the archive', () => {
  test.skipIf(process.platform === 'win32')('a metadata file: at its own name and at the name of a draft', async () => {
    plant('x.json')
    plant('x.json.new')
    await writeWhole(inside, 'x.json', 'text')
    expect(readFileSync(join(inside, 'x.json'), 'utf8')).toBe('text')
  })

  test.skipIf(process.platform === 'win32')('the state of a part', async () => {
    plant('x.mp4.part.json')
    plant('x.mp4.part.json.tmp')
    await writeState(join(inside, 'x.mp4.part'), STATE, true)
    expect(await readState(join(inside, 'x.mp4.part'))).toMatchObject({ total: 10 })
  })

  test.skipIf(process.platform === 'win32')('what the command line goes on with', async () => {
    const base = 'https://api.example.com'
    mkdirSync(join(inside, '.replay-desk'))
    plant(`.replay-desk/${claimName(base, 's')}.json`)
    plant(`.replay-desk/${claimName(base, 's')}.json.new`)
    const opened = await openState(inside, base, 's', 'test')
    if (opened.kind !== 'open') throw new Error(opened.kind)
    expect(
      opened.state.write({
        sessionId: 's',
        source: 'mp4',
        bytes: 0,
        totalBytes: null,
        fileName: 'a.mp4',
        sha256: null,
        durationMs: null,
        partial: false,
        warnings: [],
        sidecar: null,
      } as unknown as StoredItem).ok,
    ).toBe(true)
    await opened.state.release(true)
  })

  test.skipIf(process.platform === 'win32')('what an import notes', async () => {
    const record = openImportRecord(inside)
    await record.note({ wanted: 'first' })
    const name = readdirSync(join(inside, '.replay-desk')).find((entry) => entry.startsWith('import-')) ?? ''
    renameSync(join(inside, '.replay-desk', name), join(inside, 'old'))
    plant(`.replay-desk/${name}`)
    await record.note({ name: 'second' })
    expect(readFileSync(join(inside, '.replay-desk', name), 'utf8')).toContain('second')
    await record.close()
  })

  test.skipIf(process.platform === 'win32')('a copy and a reserved name are refused where a link lies', async () => {
    plant('copy.mp4')
    await expect(copyDurably(victim, join(inside, 'copy.mp4'))).rejects.toMatchObject({ code: 'EEXIST' })
    plant('a.mp4.part')
    expect(await reserveName({ folder: inside, wanted: 'a', taken: new Set() })).toEqual({
      ok: true,
      value: 'a (2).mp4',
    })
  })

  test.skipIf(process.platform === 'win32')('a link that leads nowhere is no new file', async () => {
    symlinkSync(join(at.folder, 'nowhere'), join(inside, 'new'))
    await expect(createNew(join(inside, 'new'))).rejects.toMatchObject({ code: 'EEXIST' })
    expect(readdirSync(at.folder)).not.toContain('nowhere')
  })
})

test.skipIf(process.platform === 'win32')(
  'a folder that is exchanged on the way gets nothing in its place',
  async () => {
    const other = join(at.folder, 'other')
    mkdirSync(other)
    const write = inFolder(inside, async (path) => {
      renameSync(inside, join(at.folder, 'moved'))
      symlinkSync(other, inside)
      if (process.platform === 'linux') writeFileSync(join(path, 'draft'), 'mine')
    })
    if (process.platform !== 'linux') await expect(write).rejects.toMatchObject({ code: 'ELOOP' })
    else {
      await write
      expect(readFileSync(join(at.folder, 'moved', 'draft'), 'utf8')).toBe('mine')
    }
    expect(readdirSync(other)).toEqual([])
  },
)

test('a draft that cannot take its name does not stay, and its mode holds', async () => {
  mkdirSync(join(inside, 'taken'))
  writeFileSync(join(inside, 'taken', 'file'), '')
  await expect(replaceByDraft(join(inside, 'taken'), 'text')).rejects.toThrow()
  expect(() => replaceByDraftNow(join(inside, 'taken'), 'text')).toThrow()
  expect(readdirSync(inside)).toEqual(['taken'])
  await replaceByDraft(join(inside, 'a'), 'one', { mode: 0o600, sync: true })
  replaceByDraftNow(join(inside, 'b'), 'two', 0o600)
  if (process.platform !== 'win32') expect(statSync(join(inside, 'a')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(inside, 'b'), 'utf8')).toBe('two')
})

/** What is about to go, or writes into a folder made for it under a random name. */
const ELSEWHERE = new Set(['core/archive/remux/work-folder.ts'])

test('no other place of the archive opens a file for writing that may be a link', () => {
  const root = join(import.meta.dirname, '..')
  const files = ['core/archive', 'cli/archive', 'core/replay/cache'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  const calls =
    /\bopen(?:Sync)?\([^\n]*'(?:w|a)\+?'|(?<![.\w])(?:writeFile|appendFile|writeFileSync|createWriteStream)\((?![^\n]*'wx'|file, text\))/
  const found = files.filter((file) => {
    if (!file.endsWith('.ts') || /\.test\.ts$|\/testing\/|\/test-/.test(file) || ELSEWHERE.has(file)) return false
    return calls.test(readFileSync(join(root, file), 'utf8'))
  })
  expect(files.length).toBeGreaterThan(60)
  expect(found).toEqual([])
})
