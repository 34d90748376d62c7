import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openLibrary } from '../library.ts'
import { listedSession, quietLog, stillClock, testLibrary, unwrap } from '../testing/test-library.ts'

// A real small disk. Mounting one takes an administrator; elsewhere this test is skipped, and says so.
const disk = mkdtempSync(join(tmpdir(), 'small-library-disk-'))
const system = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'pipe' })
const mount = (): string | null => {
  if (process.platform !== 'linux') return 'no tmpfs here'
  try {
    system('mount', '-t', 'tmpfs', '-o', 'size=900k', 'tmpfs', disk)
    return null
  } catch (error) {
    return error instanceof Error ? error.message.split('\n').at(-1) || error.message : 'fault'
  }
}
const reason = mount()
if (reason !== null) process.stderr.write(`small-disk.test.ts is skipped: no small disk can be mounted (${reason})\n`)
afterAll(() => {
  if (reason === null) system('umount', disk)
  rmSync(disk, { recursive: true, force: true })
})

/** Takes the last byte of the disk. */
const fill = (): void => {
  for (const size of [65_536, 4_096])
    for (let nth = 0; ; nth += 1)
      try {
        writeFileSync(join(disk, `ballast-${size}-${nth}`), Buffer.alloc(size, 1))
      } catch {
        break
      }
}

test('L07: reports a full disk at start, leaves the library unchanged, and opens it once there is room', (context) => {
  if (reason !== null) return context.skip(reason)
  const library = testLibrary(disk)
  unwrap(library.sessions.upsertListed('me', [listedSession('a')]))
  library.close()
  const before = readFileSync(join(disk, 'library.sqlite'))
  fill()
  const opened = openLibrary({ folder: disk, clock: stillClock(), log: quietLog(), mayReplace: true })
  expect(opened).toMatchObject({
    ok: false,
    problem: { code: 'disk-full', message: expect.stringContaining('disk is full') },
  })
  expect(readFileSync(join(disk, 'library.sqlite')).equals(before)).toBe(true)
  expect(readdirSync(disk).filter((name) => name.includes('set-aside'))).toEqual([])
  for (const name of readdirSync(disk)) if (name.startsWith('ballast')) rmSync(join(disk, name))
  const again = testLibrary(disk)
  expect([again.sessions.count('me'), again.notices.list()]).toEqual([1, []])
  again.close()
})
