import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Problem } from '../../../contract/result.ts'
import type { ReplayRecord } from '../../service/answers/wire.ts'
import { fetchMp4With } from './fetch-mp4.ts'
import { largestOf, type Watched, watchBounds } from './transfer-bounds.ts'

const GIB = 1_024 ** 3

/** Seconds pass by themselves; `bytes` is asked each time with the seconds so far. */
const watch = async (seconds: number, bytes: (second: number) => number, more: Partial<Watched> = {}) => {
  let now = 0
  let due: (() => void) | null = null
  const clock = {
    now: () => now,
    after: (_ms: number, run: () => void) => {
      due = run
      return () => {
        due = null
      }
    },
  }
  const told: Problem[] = []
  const end = watchBounds(
    {
      clock,
      bytes: () => bytes(now / 1_000),
      total: () => null,
      durationMs: () => 60_000,
      limited: () => false,
      space: async () => ({ free: 100 * GIB, size: 200 * GIB }),
      ...more,
    },
    (problem) => void told.push(problem),
  )
  for (let second = 0; second < seconds && due !== null; second += 1) {
    const run: () => void = due
    due = null
    now += 1_000
    run()
    await new Promise((resolve) => setImmediate(resolve))
  }
  end()
  return { told, seconds: now / 1_000 }
}

test('a body without an end stops at what a video of its duration can have', async () => {
  const { told } = await watch(100, (second) => second * 0.5 * GIB)
  expect(told).toMatchObject([{ code: 'bad-answer' }])
  expect(told[0]?.message).toContain('too much for a recording of 1:00')
  expect(largestOf(60_000, false)).toBeLessThan(2 * GIB)
})

test('one byte every five seconds ends after a minute', async () => {
  const { told, seconds } = await watch(1_000, (second) => Math.floor(second / 5))
  expect(told).toMatchObject([{ code: 'timeout', message: 'The storage sends less than 1 KB per second.' }])
  expect(seconds).toBe(60)
})

test("a slow transfer continues: 2 KB a second, the person's own limit, or a wait the storage asked for", async () => {
  expect((await watch(300, (second) => second * 2_048)).told).toEqual([])
  expect((await watch(300, (second) => second, { limited: () => true })).told).toEqual([])
  expect((await watch(300, () => 0)).told).toEqual([])
})

test('a body without an announced length leaves a reserve of free space; an announced one was compared before', async () => {
  const full = async () => ({ free: 100 * 1_024 ** 2, size: 200 * GIB })
  expect((await watch(10, (second) => second * 1e6, { space: full })).told).toMatchObject([{ code: 'disk-full' }])
  expect((await watch(10, (second) => second * 1e6, { space: full, total: () => 1e9 })).told).toEqual([])
  const small = async () => ({ free: 30 * 1_024 ** 2, size: 200 * 1_024 ** 2 })
  expect((await watch(10, (second) => second * 1e6, { space: small })).told).toEqual([])
})

test('an announced length may be large, and an unknown duration forbids little', () => {
  expect(largestOf(60_000, true)).toBeGreaterThan(16 * GIB)
  expect(largestOf(null, false)).toBe(16 * GIB)
})

test('a transfer that gets a byte now and then ends with the sentence, and what is there stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-bounds-'))
  const begun = performance.now()
  /** A hundred times as fast as the clock on the wall. */
  const clock = {
    now: () => (performance.now() - begun) * 100,
    after: (ms: number, run: () => void) => {
      const timer = setTimeout(run, ms / 100)
      return () => clearTimeout(timer)
    },
  }
  const body = async function* (signal: AbortSignal) {
    yield Buffer.concat([Buffer.from([0, 0, 0, 16]), Buffer.from('ftypisom'), Buffer.alloc(600)])
    for (let i = 0; i < 500 && !signal.aborted; i += 1) {
      await sleep(15)
      yield Buffer.alloc(1)
    }
  }
  const record: ReplayRecord = { mp4Url: 'https://h/a.mp4', playlist: null, expiresAt: null, startMs: 0, durationMs: 1 }
  const got = async () => ({ ok: true as const, value: record })
  const quiet = { info: () => {}, warn: () => {}, error: () => {} }
  try {
    const done = await fetchMp4With(
      {
        links: { record: got, renew: got, dispose: () => {} },
        transport: async (_url, _headers, signal) => ({
          status: 200,
          header: (name) => (name === 'content-type' ? 'video/mp4' : null),
          body: body(signal),
          discard: () => {},
        }),
        openObject: () => Promise.reject(new Error('not asked')),
        partPath: join(folder, 'x.mp4.part'),
        throttle: { take: async () => true, isOff: () => true },
        clock,
        log: quiet,
        signal: AbortSignal.timeout(15_000),
        connections: 4,
        onProgress: () => {},
      },
      { timing: { headTimeoutMs: 100_000, stallMs: 100_000, pausesMs: [] } },
    )
    expect(done).toMatchObject({ ok: false, problem: { message: 'The storage sends less than 1 KB per second.' } })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
