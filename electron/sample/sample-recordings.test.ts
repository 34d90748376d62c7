import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadRecordings, writePlaylist } from './media/recordings.ts'
import { handMadeSessions, sampleIds } from './sessions/hand-made-sessions.ts'

const folder = join(import.meta.dirname, '../../assets/sample')

describe('the committed recordings', () => {
  test('are as large as the manifest says and at most 6 MB in all', async () => {
    const names = (await readdir(folder)).filter((name) => name !== 'recordings.json')
    const sizes = new Map(
      await Promise.all(names.map(async (name) => [name, (await stat(join(folder, name))).size] as const)),
    )
    const told = [...(await loadRecordings(folder)).values()]
      .flatMap(({ mp4, ts, fmp4 }) => [mp4, ts, fmp4])
      .flatMap((one) => (one ? [[one.file, one.bytes] as const] : []))
    expect(new Map(told)).toEqual(sizes)
    expect([...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(6_000_000)
  })

  test('hold H.264 video and no sound', async () => {
    for (const { id, mp4, fmp4 } of (await loadRecordings(folder)).values()) {
      for (const one of [mp4, fmp4]) {
        if (!one) continue
        const head = (await readFile(join(folder, one.file))).toString('latin1')
        expect([id, head.includes('avc1'), head.includes('soun')]).toEqual([id, true, false])
      }
    }
  })

  test('one lasts ten minutes or more, every segment is short enough to seek in, and steps lie in the video', async () => {
    const all = [...(await loadRecordings(folder)).values()]
    expect(Math.max(...all.map((one) => one.durationMs))).toBeGreaterThanOrEqual(600_000)
    for (const { id, durationMs, ts, fmp4, steps } of all) {
      expect([id, steps.length > 3, steps.every((one) => one.atMs <= durationMs)]).toEqual([id, true, true])
      for (const source of [ts, fmp4]) {
        if (!source) continue
        const seconds = source.segments.map((one) => one.seconds)
        expect(Math.max(...seconds)).toBeLessThan(16)
        expect(Math.abs(seconds.reduce((sum, one) => sum + one, 0) * 1000 - durationMs)).toBeLessThan(50)
      }
    }
  })

  test('every hand-made session names a recording that has the form it is served in', async () => {
    const recordings = await loadRecordings(folder)
    const sessions = handMadeSessions(recordings, Date.UTC(2026, 10, 27), 0)
    expect(sessions.map((one) => one.id).sort()).toEqual(Object.values(sampleIds).sort())
    for (const { id, replay, createdAt, closedAt } of sessions) {
      const ready = replay.kind === 'processing' ? replay.after : replay
      if (ready.kind !== 'ready') continue
      const recording = recordings.get(ready.recording)
      if (!recording) throw new Error(`${id}: no recording`)
      expect([id, ready.mp4 ? recording.mp4 !== undefined : true]).toEqual([id, true])
      if (ready.playlist) expect(writePlaylist(recording, ready.playlist, (name) => name)).not.toBeNull()
      // The session holds its recording: offset and video fit between its start and its end.
      expect((closedAt ?? 0) - createdAt).toBeGreaterThan((ready.startMs ?? 0) + recording.durationMs)
    }
  })
})
