import { link, mkdir, readdir, readFile, rename, symlink, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSidecar, writeSidecar } from '../metadata/sidecar.ts'
import { NO_MOUNT, sidecarFor, smallDisk, temporaryFolder } from '../testing/temporary-files.ts'
import { type FinishRequest, finish } from './finish.ts'
import { type PlaceCalls, RETRY_DELAYS_MS } from './place-file.ts'

const bytes = Buffer.from('the whole recording')
let at: Awaited<ReturnType<typeof temporaryFolder>>
let request: FinishRequest
beforeEach(async () => {
  at = await temporaryFolder()
  request = {
    partPath: join(at.folder, 'x.mp4.part'),
    folder: at.folder,
    name: 'x.mp4',
    sidecar: sidecarFor(bytes),
  }
  await writeFile(request.partPath, bytes)
  await writeFile(`${request.partPath}.json`, '{}')
})
afterEach(() => at.remove())

const files = async (folder = at.folder): Promise<string[]> => (await readdir(folder)).sort()
const system = (code: string): Error => Object.assign(new Error(code), { code, syscall: 'rename' })
const refuses = (code: string) => async (): Promise<void> => {
  throw system(code)
}

/** The real calls, with faults and without waiting; `waits` are the waits asked for. */
const faulty = (faults: Partial<PlaceCalls>): { calls: PlaceCalls; waits: number[] } => {
  const waits: number[] = []
  return { calls: { link, rename, unlink, wait: async (ms) => void waits.push(ms), ...faults }, waits }
}

test('a verified part gets its name, its metadata file, and nothing else stays', async () => {
  expect(await finish(request)).toEqual({ ok: true, value: { name: 'x.mp4' } })
  expect(await files()).toEqual(['x.json', 'x.mp4'])
  expect(await readFile(join(at.folder, 'x.mp4'))).toEqual(bytes)
  expect(await readSidecar(at.folder, 'x.mp4')).toMatchObject({ ok: true, value: { file: { name: 'x.mp4' } } })
  expect(await finish(request)).toEqual({ ok: true, value: { name: 'x.mp4' } })
})

test('a part of another size than was verified is not finished', async () => {
  await writeFile(request.partPath, 'the whole')
  expect(await finish(request)).toMatchObject({ ok: false, problem: { code: 'storage' } })
  expect(await files()).toEqual(['x.mp4.part', 'x.mp4.part.json'])
})

test.each(['file', 'folder', 'link to the part', 'link that leads to nothing'])(
  'D14: a %s that took the name meanwhile is not overwritten',
  async (kind) => {
    const target = join(at.folder, 'x.mp4')
    if (kind === 'file') await writeFile(target, 'mine')
    else if (kind === 'folder') await mkdir(target)
    else await symlink(kind === 'link to the part' ? 'x.mp4.part' : 'gone.mp4', target)
    if (kind === 'link to the part') await writeSidecar(at.folder, 'x.mp4', request.sidecar)
    const result = await finish(request)
    if (kind === 'link that leads to nothing') {
      expect(result).toMatchObject({ ok: false, problem: { code: 'storage' } })
      return
    }
    expect(result).toEqual({ ok: true, value: { name: 'x (2).mp4' } })
    expect(await files()).toEqual(['x (2).json', 'x (2).mp4', 'x.mp4'])
    expect(await readFile(join(at.folder, 'x (2).mp4'))).toEqual(bytes)
    if (kind === 'file') expect(await readFile(target, 'utf8')).toBe('mine')
  },
)

test.each([
  ['links', {}],
  ['no links', { link: refuses('ENOTSUP') }],
])('D14: a file that appears in the last moment is not overwritten (disk with %s)', async (_what, faults) => {
  const { calls } = faulty(faults)
  const first = calls.link
  const target = join(at.folder, 'x.mp4')
  let once = true
  calls.link = async (from, to) => {
    if (once) await writeFile(target, 'mine')
    once = false
    return first(from, to)
  }
  expect(await finish(request, calls)).toEqual({ ok: true, value: { name: 'x (2).mp4' } })
  expect(await readFile(target, 'utf8')).toBe('mine')
  expect(await readFile(join(at.folder, 'x (2).mp4'))).toEqual(bytes)
  expect(await files()).toEqual(['x (2).json', 'x (2).mp4', 'x.mp4'])
})

test('D14: a foreign metadata file is not overwritten', async () => {
  await writeFile(join(at.folder, 'x.json'), '{"mine":1}')
  expect(await finish(request)).toEqual({ ok: true, value: { name: 'x (2).mp4' } })
  expect(await readFile(join(at.folder, 'x.json'), 'utf8')).toBe('{"mine":1}')
})

test.each(['EBUSY', 'EPERM', 'EACCES'])('D19: retries a target that is locked three times with %s', async (code) => {
  let left = 3
  const { calls, waits } = faulty({
    link: refuses('ENOTSUP'),
    rename: async (from, to) => {
      if (left-- > 0) throw system(code)
      return rename(from, to)
    },
  })
  expect(await finish(request, calls)).toEqual({ ok: true, value: { name: 'x.mp4' } })
  expect(waits).toEqual(RETRY_DELAYS_MS.slice(0, 3))
  expect(await files()).toEqual(['x.json', 'x.mp4'])
})

test('D19: keeps the complete part when the target stays locked, and finishes it with the same call later', async () => {
  const { calls, waits } = faulty({ link: refuses('EBUSY'), rename: refuses('EBUSY') })
  expect(await finish(request, calls)).toMatchObject({
    ok: false,
    problem: {
      code: 'storage',
      message: 'The file is complete, but another program is using it.',
      next: expect.stringContaining('Nothing is downloaded again'),
    },
  })
  expect(waits).toEqual(RETRY_DELAYS_MS)
  expect(await readFile(request.partPath)).toEqual(bytes)
  expect(await files()).not.toContain('x.mp4')
  expect(await finish(request)).toEqual({ ok: true, value: { name: 'x.mp4' } })
  expect(await files()).toEqual(['x.json', 'x.mp4'])
})

test('D19: a part that is locked after it got its name does not undo the success', async () => {
  const { calls, waits } = faulty({ unlink: refuses('EBUSY') })
  expect(await finish(request, calls)).toEqual({ ok: true, value: { name: 'x.mp4' } })
  expect(waits).toEqual(RETRY_DELAYS_MS)
  expect(await files()).toEqual(['x.json', 'x.mp4'])
})

test('D21: a program that ends before the name, or between name and tidying, finishes later with one file', async () => {
  const ends = async (): Promise<never> => {
    throw new Error('the program ends here')
  }
  await expect(finish(request, faulty({ link: ends }).calls)).rejects.toThrow('ends here')
  expect(await files()).toEqual(['x.json', 'x.mp4.part', 'x.mp4.part.json'])
  // Between the second name and the removal of the first.
  await link(request.partPath, join(at.folder, 'x.mp4'))
  expect(await finish(request)).toEqual({ ok: true, value: { name: 'x.mp4' } })
  expect(await files()).toEqual(['x.json', 'x.mp4'])
})

test('D17: a name that leads out of the folder is refused, and nothing is written', async () => {
  await mkdir(join(at.folder, 'root'))
  for (const name of ['../up.mp4', '/tmp/up.mp4', 'sub/x.mp4', '..']) {
    expect((await finish({ ...request, folder: join(at.folder, 'root'), name })).ok, name).toBe(false)
  }
  await symlink('../secret.mp4', join(at.folder, 'root', 'x.mp4'))
  expect((await finish({ ...request, folder: join(at.folder, 'root') })).ok).toBe(false)
  expect(await files(join(at.folder, 'root'))).toEqual(['x.mp4'])
  expect(await readFile(request.partPath)).toEqual(bytes)
})

test('D20: EXDEV is answered by copy, fsync and unlink, and no orphan stays', async () => {
  const work = join(at.folder, 'work')
  const folder = join(at.folder, 'archive')
  await mkdir(work)
  await mkdir(folder)
  await writeFile(join(folder, 'x.mp4.part'), '') // the reservation
  const partPath = join(work, 'x.mp4.part')
  await writeFile(partPath, bytes)
  const otherVolume =
    (run: (from: string, to: string) => Promise<void>) =>
    async (from: string, to: string): Promise<void> => {
      if (from.startsWith(work) !== to.startsWith(work)) throw system('EXDEV')
      return run(from, to)
    }
  const { calls } = faulty({ link: otherVolume(link), rename: otherVolume(rename) })
  await writeFile(partPath, Buffer.from(bytes).fill('?'))
  expect(await finish({ ...request, partPath, folder }, calls)).toMatchObject({
    ok: false,
    problem: { code: 'storage' },
  })
  expect(await files(folder)).not.toContain('x.mp4')
  await writeFile(partPath, bytes)
  expect(await finish({ ...request, partPath, folder }, calls)).toEqual({ ok: true, value: { name: 'x.mp4' } })
  expect(await files(folder)).toEqual(['x.json', 'x.mp4'])
  expect(await files(work)).toEqual([])
})

test('D20: a real other volume; D13: one that is full or read-only keeps the part and says why', async (context) => {
  const disk = await smallDisk('size=1m')
  if (!disk) return context.skip(NO_MOUNT)
  try {
    const folder = disk.folder
    const large = Buffer.alloc(700 * 1024, 7)
    const partPath = join(at.folder, 'large.mp4.part')
    const big = { partPath, folder, name: 'large.mp4', sidecar: sidecarFor(large, 'large.mp4') }
    await writeFile(partPath, large)

    await writeFile(join(folder, 'filler'), Buffer.alloc(512 * 1024))
    const full = await finish(big)
    expect(full).toMatchObject({
      ok: false,
      problem: { code: 'disk-full', message: expect.stringMatching(/^No space left \(need 700 KB, have 50\d KB\)\.$/) },
    })
    expect(await readFile(partPath)).toEqual(large)
    expect(await files(folder)).not.toContain('large.mp4')

    disk.remount('ro')
    expect(await finish(big)).toMatchObject({
      ok: false,
      problem: { code: 'storage', message: 'The folder is read-only.' },
    })
    disk.remount('rw')

    await unlink(join(folder, 'filler'))
    expect(await finish(big)).toEqual({ ok: true, value: { name: 'large.mp4' } })
    expect(await files(folder)).toEqual(['large.json', 'large.mp4'])
    expect(await readFile(join(folder, 'large.mp4'))).toEqual(large)
    expect(await files()).toEqual(['x.mp4.part', 'x.mp4.part.json'])
  } finally {
    await disk.remove()
  }
})

test('D13: leaves neither a draft nor half a metadata file when there is no room for it', async (context) => {
  const disk = await smallDisk('size=64k')
  if (!disk) return context.skip(NO_MOUNT)
  try {
    const partPath = join(disk.folder, 'x.mp4.part')
    await writeFile(partPath, bytes)
    await writeFile(join(disk.folder, 'filler'), Buffer.alloc(60 * 1024))
    await writeFile(join(disk.folder, 'rest'), Buffer.alloc(64 * 1024)).catch(() => {})
    const result = await finish({ ...request, partPath, folder: disk.folder })
    expect(result).toMatchObject({
      ok: false,
      problem: { code: 'disk-full', message: expect.stringContaining('No space left') },
    })
    expect(await files(disk.folder)).toEqual(['filler', 'rest', 'x.mp4.part'])
    expect(await writeSidecar(disk.folder, 'y.mp4', request.sidecar)).toMatchObject({
      ok: false,
      problem: { code: 'disk-full' },
    })
    await unlink(join(disk.folder, 'filler'))
    expect(await finish({ ...request, partPath, folder: disk.folder })).toEqual({ ok: true, value: { name: 'x.mp4' } })
  } finally {
    await disk.remove()
  }
})
