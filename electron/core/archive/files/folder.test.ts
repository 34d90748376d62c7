import { appendFile, mkdir, readdir, readFile, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sidecar } from '../../../contract/models/archive-models.ts'
import { fixture } from '../../media/testing/media-fixtures.ts'
import { findMoved } from './find-moved.ts'
import { importFolder } from './import-folder.ts'
import { writeSidecar } from './metadata/sidecar.ts'
import { NO_MOUNT, sidecarFor, smallDisk, temporaryFolder } from './testing/temporary-files.ts'
import { recheckFile } from './verify/recheck.ts'
import { type FolderItem, verifyFolder } from './verify/verify-folder.ts'

/** A sound recording that differs by `seed`: a box that players skip. */
const recording = (seed: number): Buffer => {
  const free = Buffer.alloc(12)
  free.writeUInt32BE(12, 0)
  free.write('free', 4, 'latin1')
  free.writeUInt32BE(seed, 8)
  return Buffer.concat([fixture('video.mp4'), free])
}

let at: Awaited<ReturnType<typeof temporaryFolder>>
let from: string
let archive: string
beforeEach(async () => {
  at = await temporaryFolder()
  from = join(at.folder, 'dropped')
  archive = join(at.folder, 'archive')
  await mkdir(join(from, 'sub'), { recursive: true })
  await mkdir(archive)
})
afterEach(() => at.remove())

const put = async (folder: string, name: string, seed: number, some: Partial<Sidecar> = {}): Promise<Sidecar> => {
  const bytes = recording(seed)
  await writeFile(join(folder, name), bytes)
  const sidecar = { ...sidecarFor(bytes, name, `session-${seed}`), ...some }
  await writeSidecar(folder, name, sidecar)
  return sidecar
}
const list = async (folder: string): Promise<string[]> => (await readdir(folder, { recursive: true })).sort()
const importAll = (known: (sha256: string) => boolean = () => false, signal?: AbortSignal) =>
  importFolder({ from, folder: archive, known, taken: new Set(), ...(signal ? { signal } : {}) })

test('a file is sound, missing or altered; links and folders in its place are never followed', async () => {
  const { file } = await put(archive, 'x.mp4', 1)
  const check = (name = 'x.mp4') => recheckFile({ folder: archive, name, sha256: file.sha256, bytes: file.bytes })
  expect(await check()).toBe('sound')
  expect(await check('y.mp4')).toBe('missing')
  expect(await check('../archive/x.mp4')).toBe('altered')
  const changed = recording(1)
  changed[2_000] = (changed[2_000] ?? 0) ^ 1
  await writeFile(join(archive, 'x.mp4'), changed)
  expect(await check()).toBe('altered')
  await writeFile(join(archive, 'x.mp4'), recording(1))
  expect(await check()).toBe('sound')
  await appendFile(join(archive, 'x.mp4'), 'x')
  expect(await check()).toBe('altered')
  await unlink(join(archive, 'x.mp4'))
  expect(await check()).toBe('missing')
  await writeFile(join(at.folder, 'same.mp4'), recording(1))
  await symlink(join(at.folder, 'same.mp4'), join(archive, 'x.mp4'))
  expect(await check()).toBe('altered')
  await rm(join(archive, 'x.mp4'))
  await mkdir(join(archive, 'x.mp4'))
  expect(await check()).toBe('altered')
  await rm(archive, { recursive: true })
  expect(await check()).toBe('missing')
})

/** What a Mac, a Windows machine and a storage box leave on a disk beside two sound pairs. */
const leaveSystemFiles = async (folder: string): Promise<void> => {
  const attributes = Buffer.from([0x00, 0x05, 0x16, 0x07, 0, 2, 0, 0])
  for (const name of ['._one.mp4', '._one.json', '._two.mp4', '.DS_Store', 'Thumbs.db']) {
    await writeFile(join(folder, name), attributes)
  }
  for (const name of ['.AppleDouble', '.Trashes', '@eaDir', '$RECYCLE.BIN', 'System Volume Information']) {
    await mkdir(join(folder, name))
    await put(join(folder, name), 'three.mp4', 9)
    await writeFile(join(folder, name, 'two.mp4'), attributes)
    await writeFile(join(folder, name, 'four.mp4.part'), attributes)
  }
}

test('H15: files and folders of the system are no recordings, for verify, import and the search for moved files', async () => {
  await put(archive, 'one.mp4', 1)
  await put(archive, 'two.mp4', 2)
  await leaveSystemFiles(archive)
  const items: FolderItem[] = []
  const checked = await verifyFolder(archive, (item) => void items.push(item))
  expect(checked).toEqual({
    ok: true,
    value: { sound: 2, damaged: 0, missing: 0, altered: 0, unknown: 0, unfinished: 0 },
  })
  expect(items.map(({ name }) => name).sort()).toEqual(['one.mp4', 'two.mp4'])

  await put(from, 'mine.mp4', 5)
  await leaveSystemFiles(from)
  const result = await importAll()
  expect(result.ok && result.value.imported.map(({ name }) => name)).toEqual(['mine.mp4'])
  expect(result.ok && result.value.refused).toEqual([])

  const { sha256, bytes } = sidecarFor(recording(9)).file
  const found = await findMoved(archive, [{ sha256, bytes }])
  expect(found.ok && found.value.size).toBe(0)
})

test('verify reports the state of every recording below a folder, one by one', async () => {
  await put(archive, 'sound.mp4', 1)
  await mkdir(join(archive, 'old'))
  await put(join(archive, 'old'), 'deep.mp4', 2)
  await put(archive, 'altered.mp4', 3)
  await writeFile(join(archive, 'altered.mp4'), recording(4))
  await put(archive, 'gone.mp4', 5)
  await unlink(join(archive, 'gone.mp4'))
  await writeFile(join(archive, 'stranger.mp4'), recording(6))
  await writeFile(join(archive, 'damaged.mp4'), recording(7))
  await writeFile(join(archive, 'damaged.json'), '{')
  await writeFile(join(archive, 'half.mp4.part'), 'half')
  await writeFile(join(archive, 'half.mp4.part.json'), '{}')
  // Complete, with its metadata file, before it got its name.
  await put(archive, 'ready.mp4', 8)
  await rename(join(archive, 'ready.mp4'), join(archive, 'ready.mp4.part'))
  await writeFile(join(archive, 'package.json'), '{"name":"x"}')
  await writeFile(join(archive, 'notes.txt'), 'x')
  await put(at.folder, 'outside.mp4', 9)
  await symlink(join(at.folder, 'outside.mp4'), join(archive, 'link.mp4'))
  await symlink(at.folder, join(archive, 'round'))

  const items: FolderItem[] = []
  const totals = await verifyFolder(archive, (item) => items.push(item))
  expect(totals).toEqual({
    ok: true,
    value: { sound: 2, damaged: 0, missing: 1, altered: 1, unknown: 2, unfinished: 2 },
  })
  expect(items.map(({ name, check }) => `${name} ${check}`).sort()).toEqual([
    'altered.mp4 altered',
    'damaged.mp4 unknown',
    'gone.mp4 missing',
    'half.mp4 unfinished',
    'old/deep.mp4 sound',
    'ready.mp4 unfinished',
    'sound.mp4 sound',
    'stranger.mp4 unknown',
  ])
  expect(items.filter(({ message }) => message === null).map(({ check }) => check)).toEqual(['sound', 'sound'])
})

test('verify of a folder that is gone, and a verify that is stopped, say so', async () => {
  expect(await verifyFolder(join(at.folder, 'gone'), () => {})).toMatchObject({
    ok: false,
    problem: { code: 'storage' },
  })
  await put(archive, 'a.mp4', 1)
  await put(archive, 'b.mp4', 2)
  const stop = new AbortController()
  const seen: string[] = []
  const onItem = ({ name }: FolderItem) => {
    seen.push(name)
    stop.abort()
  }
  expect(await verifyFolder(archive, onItem, stop.signal)).toMatchObject({ ok: false, problem: { code: 'cancelled' } })
  expect(seen).toHaveLength(1)
})

test('files that were renamed or moved inside the folder are found again by size and hash', async () => {
  const [one, two, three] = [
    await put(archive, 'a.mp4', 1),
    await put(archive, 'b.mp4', 2),
    await put(archive, 'c.mp4', 3),
  ]
  await mkdir(join(archive, 'kept', '2026'), { recursive: true })
  await rename(join(archive, 'a.mp4'), join(archive, 'kept', '2026', 'renamed.mp4'))
  await rename(join(archive, 'b.mp4'), join(archive, 'Best run.MP4'))
  await unlink(join(archive, 'c.mp4'))
  await writeFile(join(at.folder, 'c.mp4'), recording(3))
  await symlink(join(at.folder, 'c.mp4'), join(archive, 'c.mp4'))
  const found = await findMoved(archive, [one.file, two.file, three.file])
  expect(found).toEqual({
    ok: true,
    value: new Map([
      [one.file.sha256, 'kept/2026/renamed.mp4'],
      [two.file.sha256, 'Best run.MP4'],
    ]),
  })
  expect(await findMoved(join(at.folder, 'gone'), [one.file])).toMatchObject({
    ok: false,
    problem: { code: 'storage' },
  })
  expect(await findMoved(archive, [one.file], AbortSignal.abort())).toMatchObject({ problem: { code: 'cancelled' } })
})

test('the pairs of another installation import whole and are sound there', async () => {
  const one = await put(from, 'a.mp4', 1, { note: 'kept by a later version' })
  await put(join(from, 'sub'), 'b.mp4', 2)
  const result = await importAll()
  expect(result).toMatchObject({ ok: true, value: { known: 0, refused: [] } })
  expect(result.ok && result.value.imported.map(({ name, sidecar }) => [name, sidecar.session.id]).sort()).toEqual([
    ['a.mp4', 'session-1'],
    ['b.mp4', 'session-2'],
  ])
  expect(await list(archive)).toEqual(['a.json', 'a.mp4', 'b.json', 'b.mp4'])
  expect(await readFile(join(archive, 'a.mp4'))).toEqual(recording(1))
  expect(JSON.parse(await readFile(join(archive, 'a.json'), 'utf8'))).toEqual({
    ...one,
    file: { ...one.file, imported: true },
  })
  expect(await verifyFolder(archive, () => {})).toMatchObject({ ok: true, value: { sound: 2, unknown: 0 } })
  expect(await list(from)).toEqual(['a.json', 'a.mp4', 'sub', 'sub/b.json', 'sub/b.mp4'])
})

test('D14: an import never overwrites, and takes each recording once', async () => {
  await put(from, 'X.mp4', 1)
  await put(join(from, 'sub'), 'copy.mp4', 1)
  const known = await put(from, 'known.mp4', 2)
  await writeFile(join(archive, 'x.mp4'), 'mine')
  const result = await importAll((sha256) => sha256 === known.file.sha256)
  expect(result).toMatchObject({
    ok: true,
    value: { known: 2, refused: [], imported: [{ name: expect.stringMatching(/^(X \(2\)|copy)\.mp4$/) }] },
  })
  expect(await readFile(join(archive, 'x.mp4'), 'utf8')).toBe('mine')
})

test('an import refuses, with reasons, files that differ from their metadata file', async () => {
  await put(from, 'altered.mp4', 1)
  await writeFile(join(from, 'altered.mp4'), recording(2))
  await put(from, 'gone.mp4', 3)
  await unlink(join(from, 'gone.mp4'))
  await writeFile(join(from, 'stranger.mp4'), recording(4))
  await writeFile(join(from, 'damaged.mp4'), recording(5))
  await writeFile(join(from, 'damaged.json'), '{')
  await writeFile(join(from, 'package.json'), '{"name":"x"}')
  const page = Buffer.from('<?xml version="1.0"?><Error/>')
  await writeFile(join(from, 'page.mp4'), page)
  await writeSidecar(from, 'page.mp4', sidecarFor(page, 'page.mp4'))
  await put(at.folder, 'outside.mp4', 6)
  await symlink(join(at.folder, 'outside.mp4'), join(from, 'link.mp4'))
  await symlink(join(at.folder, 'outside.json'), join(from, 'link.json'))

  const result = await importAll()
  expect(result).toMatchObject({ ok: true, value: { imported: [], known: 0 } })
  expect(result.ok && result.value.refused.sort()).toEqual([
    'altered.mp4: The recording does not match its metadata file.',
    'damaged.mp4: The metadata file of this recording cannot be read.',
    'gone.mp4: No recording next to this metadata file.',
    'page.mp4: The file is an error page, not a recording.',
    'stranger.mp4: This recording has no metadata file.',
  ])
  expect(await list(archive)).toEqual([])
})

test('D17: names inside a foreign metadata file are not followed', async () => {
  const hostile = {
    ...sidecarFor(recording(1)),
    session: { id: '../../../../x', title: null, status: null, createdAt: null, closedAt: null },
  }
  await writeFile(join(from, 'x.mp4'), recording(1))
  const file = { ...hostile.file, name: '../../../escaped.mp4' }
  await writeFile(join(from, 'x.json'), JSON.stringify({ ...hostile, file }))
  expect(await importAll()).toMatchObject({ ok: true, value: { imported: [{ name: 'x.mp4' }] } })
  expect(await list(archive)).toEqual(['x.json', 'x.mp4'])
  expect(await list(at.folder)).not.toContain('escaped.mp4')
})

test('a signature in a foreign metadata file is not imported', async () => {
  await put(from, 'x.mp4', 1)
  const text = await readFile(join(from, 'x.json'), 'utf8')
  await writeFile(join(from, 'x.json'), text.replace('bucket/video.mp4', 'bucket/video.mp4?X-Amz-Signature=5ec2e7'))
  const result = await importAll()
  expect(result).toMatchObject({ ok: true, value: { imported: [{ name: 'x.mp4' }] } })
  expect(JSON.stringify(result)).not.toContain('5ec2e7')
  expect(await readFile(join(archive, 'x.json'), 'utf8')).not.toContain('5ec2e7')
})

test('foreign texts, lists and depths are bounded, and one bad file never ends the import', async () => {
  const long = 'x'.repeat(100_000)
  const bad = await put(from, 'a-bad.mp4', 1)
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const text = JSON.stringify({
    ...bad,
    session: { ...bad.session, title: long, more: long },
    warnings: Array.from({ length: 10_000 }, () => long.slice(0, 200)),
    tool: long,
  })
  await writeFile(join(from, 'a-bad.json'), text.replace('"tool"', `"deep":${deep},"tool"`))
  await put(from, 'b-throws.mp4', 2)
  await put(from, 'c-good.mp4', 3)
  const known = (sha256: string): boolean => {
    if (sha256 === sidecarFor(recording(2)).file.sha256) throw new Error('a fault of the library')
    return false
  }
  const result = await importAll(known)
  expect(result.ok && result.value.imported.map(({ name }) => name).sort()).toEqual(['a-bad.mp4', 'c-good.mp4'])
  expect(result.ok && result.value.refused).toHaveLength(1)
  const taken = await readFile(join(archive, 'a-bad.json'), 'utf8')
  expect(taken.length).toBeLessThan(20_000)
  const { session, warnings, file, ...rest } = JSON.parse(taken)
  expect(session.title.length).toBeLessThanOrEqual(501)
  expect(warnings).toHaveLength(20)
  expect(file.imported).toBe(true)
  expect([rest.deep, session.more.length]).toEqual([undefined, 501])
})

test('pairs that lie in the archive folder already stay where they are', async () => {
  await put(archive, 'a.mp4', 1)
  await mkdir(join(archive, 'sub'))
  await put(join(archive, 'sub'), 'b.mp4', 2)
  const before = await list(archive)
  for (const [folder, names] of [
    [archive, ['a.mp4', 'sub/b.mp4']],
    [join(archive, 'sub'), ['sub/b.mp4']],
    [at.folder, ['a.mp4', 'sub/b.mp4']],
  ] as const) {
    const result = await importFolder({ from: folder, folder: archive, known: () => false, taken: new Set() })
    expect(result.ok && result.value.imported.map(({ name }) => name).sort()).toEqual(names)
  }
  expect(await list(archive)).toEqual(before)
})

test('a stopped import answers what it took; a missing folder is a problem', async () => {
  await put(from, 'a.mp4', 1)
  await put(from, 'b.mp4', 2)
  const stop = new AbortController()
  const asked: string[] = []
  const result = await importAll((sha256) => {
    asked.push(sha256)
    stop.abort()
    return true
  }, stop.signal)
  expect(result).toMatchObject({ ok: true, value: { imported: [], known: 1, refused: [] } })
  expect(asked).toHaveLength(1)
  const request = { known: () => false, taken: new Set<string>() }
  const gone = join(at.folder, 'gone')
  expect(await importFolder({ ...request, from: gone, folder: archive })).toMatchObject({
    ok: false,
    problem: { code: 'storage' },
  })
  expect(await importFolder({ ...request, from, folder: gone })).toMatchObject({
    ok: false,
    problem: { code: 'storage' },
  })
})

test('D13: an import into a full disk says what is missing and leaves nothing half-done', async (context) => {
  const disk = await smallDisk('size=64k')
  if (!disk) return context.skip(NO_MOUNT)
  try {
    await put(from, 'x.mp4', 1)
    await writeFile(join(disk.folder, 'filler'), Buffer.alloc(60 * 1024))
    const result = await importFolder({ from, folder: disk.folder, known: () => false, taken: new Set() })
    expect(result).toMatchObject({
      ok: true,
      value: { imported: [], refused: ['x.mp4: No space left (need 5.4 KB, have 4 KB).'] },
    })
    expect(await list(disk.folder)).toEqual(['filler'])
  } finally {
    await disk.remove()
  }
})
