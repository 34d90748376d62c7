import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openRecordingFile } from './recording-file.ts'
import { madeSegment, videoFormat } from './testing/tracks.ts'

const SEGMENTS = 60

let folder: string
let partPath: string
let work: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recording-file-'))
  partPath = join(folder, 'x.mp4.part')
  work = join(folder, 'work')
  await mkdir(work)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

type Facts = { sum: number }
const open = (some: { fingerprint?: string; mayMiss?: boolean } = {}) =>
  openRecordingFile<Facts>({
    partPath,
    folder: work,
    fingerprint: 'f',
    mayMiss: false,
    signal: new AbortController().signal,
    ...some,
  })

/** Writes segments up to `to`, the holes left out; answers where it began. */
const write = async (to: number, some: { fingerprint?: string; mayMiss?: boolean; holes?: number[] } = {}) => {
  const file = await open(some)
  const border = file.border()
  const from = border?.claim.next ?? 0
  let skipped = border?.claim.skipped ?? 0
  if (!border) file.mp4.begin([videoFormat()])
  for (let at = from; at < to; at++) {
    if (some.holes?.includes(at)) {
      if (skipped === 0) await file.keepBorder()
      skipped++
    } else await file.mp4.add([{ track: 0, samples: madeSegment(at) }])
    file.claim(at + 1, skipped, { sum: at }, () => Buffer.alloc(100, at + 1), true)
    await file.settle()
  }
  await file.close()
  return { from, border }
}
const finish = async (some: { mayMiss?: boolean } = {}): Promise<Buffer> => {
  const file = await open(some)
  await file.mp4.finish()
  await file.close()
  return readFile(partPath)
}
/** What an uninterrupted run writes. */
const reference = async (to: number): Promise<Buffer> => {
  await write(to)
  const bytes = await finish()
  await rm(work, { recursive: true })
  await rm(partPath)
  await mkdir(work)
  return bytes
}

describe('a later try', () => {
  it('D21: resumes after the last segment, and the file has the same bytes', async () => {
    const whole = await reference(12)
    expect((await write(5)).from).toBe(0)
    expect((await write(9)).from).toBe(5)
    const last = await write(12)
    expect(last).toMatchObject({ from: 9, border: { claim: { facts: { sum: 8 } } } })
    expect(Buffer.from(last.border?.state ?? [])).toEqual(Buffer.alloc(100, 9))
    expect((await finish()).equals(whole)).toBe(true)
  })

  it('D21: resumes from what is true when the part is shorter or longer than the journal says', async () => {
    const whole = await reference(12)
    await write(8)
    // Two borders back: the state of that one is not kept any more, so the one before the newest is the oldest there is.
    const { size } = await stat(partPath)
    await truncate(partPath, size - 1)
    expect((await write(8)).from).toBe(7)
    await writeFile(partPath, 'behind', { flag: 'a' })
    expect((await write(12)).from).toBe(8)
    expect((await finish()).equals(whole)).toBe(true)
  })

  it('starts over when bytes of the part were changed, and ends with the same bytes', async () => {
    const whole = await reference(6)
    await write(6)
    const bytes = await readFile(partPath)
    bytes[5_000] = (bytes[5_000] ?? 0) ^ 1
    await writeFile(partPath, bytes)
    expect((await write(6)).from).toBe(0)
    expect((await finish()).equals(whole)).toBe(true)
  })

  it('resumes one segment earlier when the journal was cut in the middle of a record', async () => {
    const whole = await reference(6)
    await write(5)
    const journal = join(work, 'journal.bin')
    await truncate(journal, (await stat(journal)).size - 3)
    expect((await write(6)).from).toBe(4)
    expect((await finish()).equals(whole)).toBe(true)
  })

  it.each(['journal.bin', 'state-0.bin'])('is sound when %s holds anything at all', async (name) => {
    const whole = await reference(6)
    await write(5)
    await writeFile(join(work, name), Buffer.alloc(300, 0x52))
    await write(6)
    expect((await finish()).equals(whole)).toBe(true)
  })

  it('P22: starts over for another list', async () => {
    await write(3)
    expect((await write(3, { fingerprint: 'g' })).from).toBe(0)
  })

  it('D22: resumes before the first gap unless gaps are accepted', async () => {
    const whole = await reference(8)
    await write(8, { holes: [3, 5], mayMiss: true })
    expect((await write(8, { mayMiss: true })).from).toBe(8)
    expect((await write(8)).from).toBe(3)
    expect((await finish()).equals(whole)).toBe(true)
  })

  it('resumes a refused file only with consent', async () => {
    const refused = async () => {
      await write(4)
      const file = await open()
      await file.refuse()
      await file.close()
    }
    await refused()
    expect((await write(4, { mayMiss: true })).from).toBe(4)
    await refused()
    expect((await write(4)).from).toBe(0)
  })
})

it('never writes through a link that lies in its place', async () => {
  const victim = join(folder, 'victim')
  await writeFile(victim, 'mine')
  await symlink(victim, partPath)
  for (const name of ['journal.bin', 'state-0.bin', 'state-1.bin']) await symlink(victim, join(work, name))
  await write(3)
  expect(await readFile(victim, 'utf8')).toBe('mine')
  expect((await write(4)).from).toBe(3)
})

it('needs little beside the part', async () => {
  await write(40)
  const sizes = await Promise.all(
    ['journal.bin', 'state-0.bin', 'state-1.bin'].map(async (name) => (await stat(join(work, name))).size),
  )
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan((await stat(partPath)).size * 0.04)
})

const child = join(import.meta.dirname, '../testing/writing-child.ts')
/** Runs the child, killed after `ms` where given. */
const run = async (where: string, ms: number | null): Promise<string> => {
  const started = spawn(process.execPath, [child, where, String(SEGMENTS)], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  started.stdout.on('data', (text) => {
    said += String(text)
    if (ms !== null && said.includes('from')) void delay(ms).then(() => started.kill('SIGKILL'))
  })
  await new Promise((resolve) => started.once('close', resolve))
  return said
}

it('D21: killed without warning at any moment, it ends with the same bytes as a run that was left alone', async () => {
  const [calm, rough] = [join(folder, 'calm'), join(folder, 'rough')]
  await mkdir(calm)
  await mkdir(rough)
  expect(await run(calm, null)).toContain('done 1770')
  const begins: number[] = []
  let said = ''
  // A busy machine writes nothing in the first milliseconds: it is left alone a little longer each time.
  for (let n = 0; (n < 6 || (begins.at(-1) === 0 && n < 40)) && !said.includes('done'); n++) {
    said = await run(rough, 8 + n * 7)
    begins.push(Number(/from (\d+)/.exec(said)?.[1]))
  }
  if (!said.includes('done')) said = await run(rough, null)
  expect(said).toContain('done 1770')
  expect(begins).toEqual(begins.toSorted((a, b) => a - b))
  expect(begins.at(-1)).toBeGreaterThan(0)
  const name = 'x.mp4.part'
  expect((await readFile(join(rough, name))).equals(await readFile(join(calm, name)))).toBe(true)
  expect(existsSync(join(rough, 'work/journal.bin'))).toBe(true)
}, 30_000)
