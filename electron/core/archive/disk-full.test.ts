import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type FaultyLine, HLS, MP4, OTHER, sha256, startFaultyLine } from './testing/faulty-connection.ts'

// A real small disk. Mounting one takes an administrator; elsewhere these tests are skipped, and say so.
const MB = 1_000_000
const disk = mkdtempSync(join(tmpdir(), 'small-disk-'))
const mount = (...args: string[]): string | null => {
  try {
    execFileSync(args[0] ?? '', args.slice(1), { stdio: 'pipe' })
    return null
  } catch (error) {
    return error instanceof Error ? error.message.split('\n').at(-1) || error.message : 'fault'
  }
}
const refusal =
  process.platform === 'linux' ? mount('mount', '-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', disk) : 'no tmpfs here'
if (refusal !== null) process.stderr.write(`disk-full.test.ts is skipped: no small disk can be mounted (${refusal})\n`)

const ballast = join(disk, 'ballast.bin')
const fill = (bytes: number): void => writeFileSync(ballast, Buffer.alloc(bytes, 1))
let line: FaultyLine
afterEach(async () => {
  await line.close()
  mount('mount', '-o', 'remount,rw', disk)
  execFileSync('find', [disk, '-mindepth', '1', '-delete'])
})
beforeAll(() => {
  if (refusal === null) execFileSync('chmod', ['777', disk])
})
afterAll(() => {
  if (refusal === null) execFileSync('umount', [disk])
  rmSync(disk, { recursive: true, force: true })
})
const start = async (settings = {}) => {
  line = await startFaultyLine({ archiveFolder: disk, ...settings })
}
const blockedText = () => line.page().totals.blocked?.message ?? ''
const FULL = /^The disk is full: [\d.]+ (?:KB|MB) more needed \(need ([\d.]+) (MB), have ([\d.]+) (bytes|KB|MB)\)\.$/
/** Need and have in MB. */
const numbers = (text: string): number[] => {
  const [need, needUnit, have, haveUnit] = (FULL.exec(text) ?? []).slice(1)
  const inMb = (value: unknown, unit: unknown) => Number(value) / ({ bytes: 1_048_576, KB: 1_024 }[String(unit)] ?? 1)
  return [inMb(need, needUnit), inMb(have, haveUnit)]
}

test.skipIf(refusal !== null).each([
  [MP4, 4.8, 18.5],
  [HLS, 4.2, 20.6],
])(
  'D13: %s on a disk that is full before: held with need and have, goes on by itself',
  async (id, needMb, filledMb) => {
    await start()
    fill(filledMb * MB)
    await line.add(id, OTHER)
    await line.until(() => FULL.test(blockedText()))
    const [need = 0, have = 0] = numbers(blockedText())
    expect(need).toBeCloseTo(needMb, 0)
    expect(have).toBeLessThan(need)
    expect(line.finalNames()).toEqual([])
    expect(line.item(id).state).toMatch(/queued|interrupted/)
    rmSync(ballast)
    await line.untilDone(id, OTHER)
    expect([line.page().totals.blocked, line.finalNames().length]).toEqual([null, 2])
    if (id === MP4) expect(sha256(line.file(MP4) ?? Buffer.alloc(0))).toBe(sha256(line.source))
  },
)

test.skipIf(refusal !== null).each([1, 4])(
  'D13: a disk that somebody fills during a transfer over %i connections: what is there stays, the rest follows',
  async (archiveConnections) => {
    await start({ archiveConnections })
    line.media.only = `/${MP4}/`
    line.media.bytesPerSecond = 1_500_000
    await line.add(MP4, OTHER)
    await line.until(() => line.item(MP4).bytes > 500_000)
    // More than is free: the write takes what there is.
    expect(() => fill(21 * MB)).toThrow('ENOSPC')
    await line.until(() => FULL.test(blockedText()))
    expect(line.finalNames()).toEqual([])
    const kept = line.item(MP4).bytes
    expect(kept).toBeGreaterThan(500_000)
    line.media.bytesPerSecond = null
    const from = line.sample.requests.length
    rmSync(ballast)
    await line.untilDone(MP4, OTHER)
    expect(sha256(line.file(MP4) ?? Buffer.alloc(0))).toBe(sha256(line.source))
    const again = line.sample.requests
      .slice(from)
      .filter(({ path }) => path.includes(`/${MP4}/`) && path.endsWith('.mp4'))
    expect(again.map(({ range }) => range)).not.toContain('bytes=0-')
  },
)

test.skipIf(refusal !== null)(
  'D18: a folder that cannot be written: held with the reason, then it goes on',
  async () => {
    await start()
    expect(mount('mount', '-o', 'remount,ro', disk)).toBe(null)
    await line.add(MP4, HLS)
    await line.until(() => blockedText() !== '')
    expect(blockedText()).toMatch(/read-only|written|write/i)
    expect(line.finalNames()).toEqual([])
    mount('mount', '-o', 'remount,rw', disk)
    await line.untilDone(MP4, HLS)
    expect(sha256(line.file(MP4) ?? Buffer.alloc(0))).toBe(sha256(line.source))
  },
)
