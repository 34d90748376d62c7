import { execFile } from 'node:child_process'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { STEM_BYTES } from '../../../base/safe-name.ts'
import { removeUnfinished } from '../placing/leftovers.ts'
import { NO_MOUNT, smallDisk, temporaryFolder } from '../testing/temporary-files.ts'
import { filesOf, nameKey } from './recording-files.ts'
import { reserveName } from './reserve-name.ts'

let at: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  at = await temporaryFolder()
})
afterEach(() => at.remove())

const reserve = (wanted: string, taken: string[] = []) =>
  reserveName({ folder: at.folder, wanted, taken: new Set(taken) })
const nameOf = async (wanted: string, taken: string[] = []): Promise<string> => {
  const name = await reserve(wanted, taken)
  if (!name.ok) throw new Error(name.problem.message)
  return name.value
}

test('D14: fifty transfers at one moment, names equal but for case, get fifty names', async () => {
  const wanted = Array.from({ length: 50 }, (_, i) => (i % 2 ? 'AbC.mp4' : 'abc.mp4'))
  const names = await Promise.all(wanted.map((name) => nameOf(name)))
  expect(new Set(names.map(nameKey)).size).toBe(50)
  const parts = await readdir(at.folder)
  expect(parts.sort()).toEqual(names.map((name) => `${name}.part`).sort())
})

test('D14: two programs that reserve at one moment never share a name', async () => {
  const program = `
    const { reserveName } = await import(process.argv[1])
    const names = []
    for (let i = 0; i < 20; i++) {
      const wanted = process.argv[3] + '.mp4'
      const name = await reserveName({ folder: process.argv[2], wanted, taken: new Set() })
      names.push(name.ok ? name.value : name.problem.message)
    }
    console.log(JSON.stringify(names))`
  const module = new URL('reserve-name.ts', import.meta.url).href
  const run = promisify(execFile)
  const outputs = await Promise.all(
    ['AbC', 'abc'].map((wanted) =>
      run(process.execPath, ['--input-type=module', '-e', program, module, at.folder, wanted]),
    ),
  )
  const names = outputs.flatMap(({ stdout }) => JSON.parse(stdout) as string[])
  expect(new Set(names.map(nameKey)).size).toBe(40)
  expect((await readdir(at.folder)).sort()).toEqual(names.map((name) => `${name}.part`).sort())
})

test('D14: a file that is there, in any case, and the names of other items are not taken again', async () => {
  await writeFile(join(at.folder, 'REPORT.MP4'), 'mine')
  expect(await nameOf('report.mp4')).toBe('report (2).mp4')
  expect(await nameOf('report.mp4', ['Report (3).mp4'])).toBe('report (4).mp4')
  expect(await nameOf('other.mp4', ['OTHER.mp4'])).toBe('other (2).mp4')
})

test('D14: a foreign metadata file, part or state keeps its name', async () => {
  await writeFile(join(at.folder, 'a.json'), '{"mine":true}')
  await writeFile(join(at.folder, 'b.mp4.part'), 'foreign')
  await writeFile(join(at.folder, 'c.mp4.part.json'), '{}')
  expect(await nameOf('a.mp4')).toBe('a (2).mp4')
  expect(await nameOf('b.mp4')).toBe('b (2).mp4')
  expect(await nameOf('c.mp4')).toBe('c (2).mp4')
})

test('D21: a reservation that an ended program left for the claimed session is taken over, no other file is', async () => {
  const wanted = 'report 5f1c.mp4'
  const again = (claimed: string, taken: string[] = []) =>
    reserveName({ folder: at.folder, wanted, taken: new Set(taken), claimed })
  expect(await nameOf(wanted)).toBe(wanted)
  expect(await again('5f1c')).toEqual({ ok: true, value: wanted })
  expect(await again('5f1c', ['Report 5F1C.mp4'])).toEqual({ ok: true, value: 'report 5f1c (2).mp4' })
  await rm(join(at.folder, 'report 5f1c (2).mp4.part'))
  expect(await again('another')).toEqual({ ok: true, value: 'report 5f1c (2).mp4' })
  await rm(join(at.folder, 'report 5f1c (2).mp4.part'))
  await writeFile(join(at.folder, 'report 5f1c.mp4.part.json'), '{}')
  expect(await again('5f1c')).toEqual({ ok: true, value: 'report 5f1c (2).mp4' })
  await rm(join(at.folder, 'report 5f1c.mp4.part.json'))
  await writeFile(join(at.folder, 'report 5f1c.mp4.part'), 'bytes')
  expect(await again('5f1c')).toEqual({ ok: true, value: 'report 5f1c (2).mp4' })
})

test('D16: numbered names of full length stay within it', async () => {
  const names = await Promise.all(Array.from({ length: 12 }, () => nameOf(`${'ы'.repeat(200)}.mp4`)))
  expect(new Set(names).size).toBe(12)
  for (const name of names) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(STEM_BYTES + 4)
})

test('D17: a wanted name that is a path becomes a plain name', async () => {
  expect(await nameOf('../../up.mp4')).toBe('_.._up.mp4')
  expect(await readdir(at.folder)).toEqual(['_.._up.mp4.part'])
})

test('D21: a name given up is free again, a finished file beside it stays', async () => {
  const name = await nameOf('x.mp4')
  await writeFile(join(at.folder, filesOf(name).state), '{}')
  await mkdir(join(at.folder, `${filesOf(name).part}.parts`))
  await writeFile(join(at.folder, `${filesOf(name).part}.parts`, 'segments.pack'), 'kept')
  expect((await removeUnfinished(at.folder, name)).ok).toBe(true)
  expect(await readdir(at.folder)).toEqual([])
  await writeFile(join(at.folder, 'x.mp4'), 'whole')
  await writeFile(join(at.folder, 'x.json'), '{"foreign":1}')
  await removeUnfinished(at.folder, 'x.mp4')
  expect((await readdir(at.folder)).sort()).toEqual(['x.json', 'x.mp4'])
  expect((await removeUnfinished(at.folder, '../x.mp4')).ok).toBe(false)
})

test('a missing or read-only folder is a problem with a next step', async (context) => {
  expect(await reserveName({ folder: join(at.folder, 'gone'), wanted: 'x', taken: new Set() })).toMatchObject({
    ok: false,
    problem: { code: 'storage', message: 'The folder or file was not found.' },
  })
  const disk = await smallDisk('size=1m')
  if (!disk) return context.skip(NO_MOUNT)
  try {
    disk.remount('ro')
    expect(await reserveName({ folder: disk.folder, wanted: 'x', taken: new Set() })).toMatchObject({
      ok: false,
      problem: { code: 'storage', message: 'The folder is read-only.', next: expect.any(String) },
    })
  } finally {
    await disk.remove()
  }
})
