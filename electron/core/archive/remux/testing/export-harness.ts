import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fail, ok, type Result } from '../../../../contract/result.ts'
import { createClock } from '../../../base/clock.ts'
import { createOpenObject } from '../../../media/storage/open-object.ts'
import { systemResolve } from '../../../media/storage/resolver.ts'
import { createTransport } from '../../../media/storage/storage-transport.ts'
import type { ReplayRecord } from '../../../service/answers/wire.ts'
import type { HlsConfig, HlsOutcome, HlsProgress, RecordLinks } from '../../archive-types.ts'
import { verifyMp4 } from '../../files/verify/verify-mp4.ts'
import { exportHls } from '../export-hls.ts'
import { keptSegments, readFingerprint } from '../work-folder.ts'
import { readJournal } from '../writing/export-journal.ts'

/** Links whose n-th record has the n-th playlist; the last one stays. Refetches are counted. */
export const linksOf = (...playlists: string[]): RecordLinks & { renewals: () => number } => {
  const records: ReplayRecord[] = playlists.map((playlist) => ({
    mp4Url: null,
    playlist,
    expiresAt: null,
    startMs: null,
    durationMs: null,
  }))
  let at = 0
  let flight: Promise<Result<ReplayRecord>> | null = null
  let renewals = 0
  const present = (): Result<ReplayRecord> => ok(records[Math.min(at, records.length - 1)] as ReplayRecord)
  return {
    record: async () => present(),
    renew: (stale, signal) => {
      flight ??= (async () => {
        if (signal.aborted) return fail('cancelled', 'Stopped.')
        if (stale === records[Math.min(at, records.length - 1)]) {
          renewals++
          at++
        }
        return present()
      })().finally(() => {
        flight = null
      })
      return flight
    },
    dispose: () => {},
    renewals: () => renewals,
  }
}

/** A real export into a folder of its own. `run` may be called again: it goes on in the same work folder. */
export const startExport = async (options: { stallMs?: number; folder?: string } = {}) => {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'export-test-')))
  const clock = createClock()
  const line = createTransport({
    clock,
    resolve: systemResolve,
    service: () => 'loopback',
    headTimeoutMs: 5_000,
  })
  const openObject = createOpenObject({
    transport: line.transport,
    clock,
    timing: { headTimeoutMs: 5_000, stallMs: options.stallMs ?? 2_000, pausesMs: [5, 20, 50] },
  })
  const partPath = join(folder, 'recording.mp4.part')
  const workFolder = join(folder, 'work')
  const progress: HlsProgress[] = []
  return {
    folder,
    partPath,
    workFolder,
    progress,
    run: (links: RecordLinks, rest: Partial<HlsConfig> = {}): Promise<Result<HlsOutcome>> =>
      exportHls({
        links,
        sessionId: 's',
        workFolder,
        partPath,
        throttle: { take: async (_bytes, signal) => !signal.aborted },
        openObject,
        transport: line.transport,
        clock,
        log: { info: () => {}, warn: () => {}, error: () => {} },
        signal: new AbortController().signal,
        acceptPartial: false,
        onProgress: (now) => void progress.push(now),
        ...rest,
      }),
    /** Places in the list whose segments are on disk: in the part, or waiting for it in the work folder. */
    kept: async (): Promise<number[]> => {
      const fingerprint = (await readFingerprint(workFolder)) ?? ''
      const signal = new AbortController().signal
      const done = await readJournal(workFolder, partPath, { fingerprint, mayMiss: false, signal })
      const inPart = Array.from({ length: done?.claim.next ?? 0 }, (_, at) => at)
      return [...inPart, ...(await keptSegments(workFolder)).filter((at) => at >= inPart.length)]
    },
    /** True when the part has its tables, as only a finished one has. */
    isFinished: async (): Promise<boolean> =>
      (await verifyMp4({ path: partPath, expectedBytes: null, announcedMs: null })).ok,
    end: async () => {
      line.dispose()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type ReadBack = { tracks: string[]; at: number[]; durationS: number; bytes: number[]; keys: number; width: number }

/** The file as mediabunny reads it: presentation times in decode order. */
export const readBack = async (path: string): Promise<ReadBack> => {
  // Not before the export: its memory is measured in a process that has loaded nothing else.
  const { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } = await import('mediabunny')
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) })
  try {
    const tracks = (await input.getTracks()).map(({ type }) => type)
    const video = await input.getPrimaryVideoTrack()
    if (!video) throw new Error('no video track')
    const at: number[] = []
    const bytes: number[] = []
    let keys = 0
    for await (const packet of new EncodedPacketSink(video).packets(undefined, undefined, { metadataOnly: true })) {
      at.push(packet.timestamp)
      bytes.push(packet.byteLength)
      if (packet.type === 'key') keys++
    }
    return { tracks, at, bytes, keys, durationS: await input.computeDuration(), width: await video.getCodedWidth() }
  } finally {
    input.dispose()
  }
}

const present = spawnSync('ffprobe', ['-version']).status === 0 && spawnSync('ffmpeg', ['-version']).status === 0
if (!present) process.stderr.write('ffmpeg is absent: mediabunny reads results back alone\n')
export const hasFfmpeg = present

/** The file as ffprobe sees it, every picture decoded; null where there is no ffprobe. */
export const probe = (path: string): { durationS: number; frames: number; errors: string } | null => {
  if (!present) return null
  const said = spawnSync(
    'ffprobe',
    ['-v', 'error', '-count_frames', '-show_entries', 'format=duration:stream=nb_read_frames', '-of', 'json', path],
    { encoding: 'utf8' },
  )
  const { format, streams } = JSON.parse(said.stdout)
  return { durationS: Number(format.duration), frames: Number(streams[0].nb_read_frames), errors: said.stderr.trim() }
}

/** Runs ffmpeg to make media; throws what it says. */
export const ffmpeg = (...args: string[]): void => {
  const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-y', ...args], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

/** When the first packet of a stream (`v`, `a`) is shown, seconds, as ffprobe sees it. */
export const startOf = (path: string, stream: string): number | null => {
  const args = ['-v', 'error', '-select_streams', stream, '-show_entries', 'stream=start_time', '-of', 'csv=p=0', path]
  return present ? Number(spawnSync('ffprobe', args, { encoding: 'utf8' }).stdout) : null
}
