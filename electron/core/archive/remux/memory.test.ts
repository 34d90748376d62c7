import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { startStorage } from '../../media/testing/storage-server.ts'
import { bigSegment } from './testing/big-segment.ts'

const COUNT = 150

it('X11: 300 MB become an MP4 in a process that never has them in memory (2.5 GB in the bench)', async () => {
  const storage = await startStorage()
  storage.put('/big', await bigSegment(2_000_000))
  const child = join(import.meta.dirname, 'testing/export-child.ts')
  const run = await promisify(execFile)(process.execPath, [child, `${storage.origin}/big?s=1`, String(COUNT)])
  await storage.close()
  const { result, peakMb, pictures, durationS } = JSON.parse(run.stdout)
  expect(result).toMatchObject({ ok: true, value: { segments: COUNT, missing: [] } })
  expect(result.value.bytes).toBeGreaterThan(280_000_000)
  expect(pictures).toBe(COUNT * 10)
  expect(Math.abs(durationS - COUNT * 2)).toBeLessThan(0.3)
  expect(peakMb).toBeLessThan(200)
}, 120_000)
