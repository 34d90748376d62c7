/**
 * One transfer by the engine in its thread, as the program runs it: `node fetch.ts URL PART CONNECTIONS`. Tells the time
 * in ms and the peak of the whole process's memory above what it took before, in MiB.
 */
import { createArchiveEngine } from '../../../../electron/core/archive/worker/archive-engine.ts'
import { createClock } from '../../../../electron/core/base/clock.ts'
import { peakMib } from '../../../../electron/core/base/testing/peak-memory.ts'

export type Fetched = { ms: number; aboveIdleMiB: number }

const [url = '', partPath = '', connections = '1'] = process.argv.slice(2)
const log = { info: () => {}, warn: () => {}, error: console.error }
const engine = createArchiveEngine({ clock: createClock(), log, bytesPerSecond: () => 0 })
await engine.files.recheckFile({ folder: '/', name: 'none.mp4', sha256: '0'.repeat(64), bytes: 1 }) // starts the thread
const record = { mp4Url: url, playlist: null, expiresAt: null, startMs: null, durationMs: null }
const answer = { ok: true as const, value: record }
const idleMib = peakMib()
const began = performance.now()
const result = await engine.fetchMp4({
  baseUrl: new URL(url).origin,
  links: { record: async () => answer, renew: async () => answer, dispose: () => {} },
  partPath,
  connections: Number(connections),
  log,
  signal: new AbortController().signal,
  onProgress: () => {},
})
const ms = performance.now() - began
if (!result.ok) throw new Error(result.problem.message)
const fetched: Fetched = { ms, aboveIdleMiB: peakMib() - idleMib }
await engine.dispose()
process.send?.(fetched, () => process.disconnect())
