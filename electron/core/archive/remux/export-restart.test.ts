import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fixture, playlistOf } from '../../media/testing/media-fixtures.ts'
import { type StorageServer, startStorage } from '../../media/testing/storage-server.ts'

const SEGMENTS = 100
/** Six on their way, six that came before the one in front of them, six that the journal was about to claim. */
const MAY_COME_AGAIN = 18

let storage: StorageServer
let folder: string
beforeEach(async () => {
  storage = await startStorage()
  folder = await mkdtemp(join(tmpdir(), 'export-restart-'))
})
afterEach(async () => {
  await storage.close()
  await rm(folder, { recursive: true, force: true })
})

const child = join(import.meta.dirname, 'testing/restart-child.ts')
/** Runs an export into a folder, killed without warning once the storage was asked `killAt` times. */
const run = async (name: string, killAt: number): Promise<{ said: string; asked: string[] }> => {
  await mkdir(join(folder, name), { recursive: true })
  const from = storage.requests.length
  const started = spawn(process.execPath, [child, join(folder, name), join(folder, 'list.m3u8')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  started.stdout.on('data', (text) => {
    said += String(text)
  })
  storage.behave((exchange) => {
    const served = storage.requests.length - from
    if (served === killAt) started.kill('SIGKILL')
    setTimeout(() => storage.serve(exchange), 40)
    return true
  })
  await new Promise((resolve) => started.once('close', resolve))
  return { said, asked: storage.requests.slice(from).map(({ path }) => path) }
}

it('D21: an export that is killed resumes at the next segment and ends with the same bytes', async () => {
  const names = Array.from({ length: SEGMENTS }, (_, n) => `s-${n}`)
  names.forEach((name, n) => void storage.put(`/${name}`, fixture(`clear-${n % 3}.mpegts`)))
  await writeFile(join(folder, 'list.m3u8'), playlistOf(names.map((name) => `${storage.origin}/${name}?s=1`)))
  const calm = await run('calm', -1)
  expect(JSON.parse(calm.said)).toMatchObject({ ok: true, value: { segments: SEGMENTS, missing: [], warnings: [] } })
  const whole = await readFile(join(folder, 'calm/recording.mp4.part'))

  const times = new Map<string, number>()
  const kills = [30, 28, 33]
  let last = ''
  for (const killAt of [...kills, -1]) {
    const { said, asked } = await run('rough', killAt)
    last = said
    for (const path of new Set(asked)) times.set(path, (times.get(path) ?? 0) + 1)
  }
  expect(JSON.parse(last)).toMatchObject({ ok: true, value: { segments: SEGMENTS, missing: [], warnings: [] } })
  expect((await readFile(join(folder, 'rough/recording.mp4.part'))).equals(whole)).toBe(true)
  const again = [...times.values()].reduce((sum, count) => sum + count - 1, 0)
  expect(times.size).toBe(SEGMENTS)
  expect(again).toBeLessThanOrEqual(kills.length * MAY_COME_AGAIN)
}, 240_000)
