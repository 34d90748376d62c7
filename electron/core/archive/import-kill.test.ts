import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClock } from '../base/clock.ts'
import { openLibrary } from '../library/library.ts'
import { quietLog, testFolder, unwrap } from '../library/testing/test-library.ts'
import { fixture } from '../media/testing/media-fixtures.ts'
import { bundledProgram } from '../testing/bundle-program.ts'
import { writeSidecar } from './files/metadata/sidecar.ts'
import { sidecarFor } from './files/testing/temporary-files.ts'

const PAIRS = 60
let place: ReturnType<typeof testFolder>
let from: string
beforeEach(() => {
  place = testFolder()
  from = join(place.folder, 'dropped')
})
afterEach(() => place.remove())

/** Sound recordings that differ by a box that players skip. */
const putPairs = async (): Promise<void> => {
  mkdirSync(from)
  for (let n = 0; n < PAIRS; n++) {
    const free = Buffer.alloc(12)
    free.writeUInt32BE(12, 0)
    free.write('free', 4, 'latin1')
    free.writeUInt32BE(n, 8)
    const bytes = Buffer.concat([fixture('video.mp4'), free])
    const name = `imp ${n}.mp4`
    writeFileSync(join(from, name), bytes)
    await writeSidecar(from, name, sidecarFor(bytes, name, `session-${n}`))
  }
}

const startChild = async (): Promise<ChildProcess & { said: string[] }> => {
  const program = await bundledProgram(join(import.meta.dirname, 'testing/import-child.ts'))
  const child = spawn(process.execPath, [program, place.folder, from])
  const said: string[] = []
  child.stdout?.on('data', (text) => void said.push(String(text)))
  child.stderr?.on('data', (text) => void said.push(String(text)))
  return Object.assign(child, { said })
}
const ended = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', resolve))

const archive = () => join(place.folder, 'Replay Desk')
const finished = (): string[] =>
  existsSync(archive()) ? readdirSync(archive()).filter((name) => name.endsWith('.mp4')) : []
const stored = (): number => {
  const library = unwrap(openLibrary({ folder: join(place.folder, 'data'), clock: createClock(), log: quietLog() }))
  const count = library.archive.counts().get('done')?.items ?? 0
  library.close()
  return count
}

test('L18: an import that is killed again and again ends with one copy each, every one in the library', async () => {
  await putPairs()
  let killed = 0
  for (const wanted of [1, 9, 20, 21, 35, 50]) {
    const child = await startChild()
    while (finished().length < wanted && child.exitCode === null) await delay(2)
    if (child.exitCode === null) {
      child.kill('SIGKILL')
      killed += 1
    }
    await ended(child)
    // The one pair under way may lie there without its row; none has a row without lying there.
    const lie = finished().length
    const rows = stored()
    expect(rows).toBeLessThanOrEqual(lie)
    expect(rows).toBeGreaterThanOrEqual(lie - 1)
  }
  expect(killed).toBeGreaterThan(3)
  const last = await startChild()
  await ended(last)
  expect([last.exitCode, last.said.join('')]).toEqual([0, expect.stringContaining('"refused":[]')])
  expect([finished().length, stored()]).toEqual([PAIRS, PAIRS])
  expect(readdirSync(archive()).filter((name) => !/\.(mp4|json)$/.test(name))).toEqual([])
}, 240_000)
