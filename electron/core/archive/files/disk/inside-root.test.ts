import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { NO_MOUNT, smallDisk, temporaryFolder } from '../testing/temporary-files.ts'
import { freeSpace, spaceFor } from './free-space.ts'
import { insideRoot } from './inside-root.ts'

let at: Awaited<ReturnType<typeof temporaryFolder>>
let root: string
beforeEach(async () => {
  at = await temporaryFolder()
  root = join(at.folder, 'archive')
  await mkdir(join(root, 'sub'), { recursive: true })
  await mkdir(join(at.folder, 'elsewhere'))
  await writeFile(join(at.folder, 'secret.mp4'), 'secret')
  await writeFile(join(root, 'x.mp4'), 'x')
})
afterEach(() => at.remove())

const outside = { ok: false, problem: { code: 'storage', message: 'This file is not inside the archive folder.' } }

test('D17: plain names and names in subfolders are found, present or not', async () => {
  const real = await realpath(root)
  for (const name of ['x.mp4', 'new.mp4', 'sub/new.mp4', '..x.mp4', '%2e%2e%2fx', 'no/such/folder.mp4']) {
    expect(await insideRoot(root, name)).toEqual({ ok: true, value: join(real, name) })
  }
})

test.each([
  '',
  '.',
  '..',
  '../secret.mp4',
  '../../../../x',
  '..\\..\\x',
  '/etc/passwd',
  'C:\\x',
  'c:x',
  '\\\\host\\x',
  'sub/../../secret.mp4',
  'a//b',
  'x\0.mp4',
  './x.mp4',
])('D17: %j is refused', async (name) => {
  expect(await insideRoot(root, name)).toMatchObject(outside)
})

test('D17: links that lead out, lead nowhere, or lead in a circle are refused', async () => {
  await symlink(join(at.folder, 'secret.mp4'), join(root, 'file.mp4'))
  await symlink('../elsewhere', join(root, 'folder'))
  await symlink('../elsewhere/not-there.mp4', join(root, 'nowhere.mp4'))
  await symlink('circle.mp4', join(root, 'circle.mp4'))
  await symlink('..', join(root, 'up'))
  for (const name of [
    'file.mp4',
    'folder/x.mp4',
    'folder',
    'nowhere.mp4',
    'circle.mp4',
    'up/secret.mp4',
    'up/archive/x.mp4',
  ]) {
    expect(await insideRoot(root, name), name).toMatchObject(outside)
  }
})

test('D17: a link that stays inside, and a root that is itself a link, are followed', async () => {
  await symlink('x.mp4', join(root, 'same.mp4'))
  await symlink(root, join(at.folder, 'link-to-root'))
  const real = join(await realpath(root), 'x.mp4')
  expect(await insideRoot(root, 'same.mp4')).toEqual({ ok: true, value: real })
  expect(await insideRoot(join(at.folder, 'link-to-root'), 'x.mp4')).toEqual({ ok: true, value: real })
})

test('a folder that is gone is a problem with a next step', async () => {
  const gone = join(at.folder, 'gone')
  const problem = { code: 'storage', message: 'The folder or file was not found.', next: expect.any(String) }
  expect(await insideRoot(gone, 'x.mp4')).toMatchObject({ ok: false, problem })
  expect(await freeSpace(gone)).toMatchObject({ ok: false, problem })
  expect(await freeSpace(join(root, 'x.mp4'))).toMatchObject({ ok: false, problem: { code: 'storage' } })
})

test('D13: a disk without room says what is needed and what is there', async (context) => {
  const disk = await smallDisk('size=1m')
  if (!disk) return context.skip(NO_MOUNT)
  try {
    await writeFile(join(disk.folder, 'half'), Buffer.alloc(512 * 1024))
    expect(await freeSpace(disk.folder)).toEqual({ ok: true, value: 512 * 1024 })
    expect(await spaceFor(disk.folder, 5 * 1024 ** 2)).toMatchObject({
      ok: false,
      problem: {
        code: 'disk-full',
        message: 'No space left (need 5 MB, have 512 KB).',
        disk: { needBytes: 5 * 1024 ** 2, haveBytes: 512 * 1024 },
      },
    })
    expect((await spaceFor(disk.folder, 512 * 1024)).ok).toBe(true)
  } finally {
    await disk.remove()
  }
})
