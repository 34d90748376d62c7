import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ArchiveItem } from '../../../contract/models/archive-models.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../contract/models/settings-models.ts'
import { objectPath } from '../../../sample/media/media-server.ts'
import { startSampleService } from '../../../sample/sample-service.ts'
import { createClock } from '../../base/clock.ts'
import type { Clock } from '../../base/ports.ts'
import { openLibrary } from '../../library/library.ts'
import { quietLog, testFolder, unwrap } from '../../library/testing/test-library.ts'
import { createService } from '../../service/service.ts'
import { createArchive } from '../archive.ts'
import { createEngine } from '../local-engine.ts'
import { sampleFolder } from './open-desk.ts'

const TIMING = { headTimeoutMs: 500, stallMs: 300, pausesMs: [5, 20] }
/** Waits of the queue are shortened; those of the line, all below, are not. */
const QUEUE_WAIT_MS = 5_000
const SHORTER = 20
const FILLING_BYTES = 4 * 1024 * 1024
const ACCOUNT = { id: 'me', label: 'Me' }

/** MP4 alone, playlist alone, and the one that must not suffer. */
export const MP4 = 'faulty-mp4'
export const HLS = 'faulty-hls'
export const OTHER = 'calm-other'

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** A real recording, made large enough for several connections by a box that players skip. */
let large: Buffer | null = null
const largeMp4 = (): Buffer => {
  if (large) return large
  const filling = Buffer.alloc(FILLING_BYTES)
  for (let at = 8, x = 7; at + 4 <= filling.length; at += 4) {
    x = (Math.imul(x, 1_664_525) + 1_013_904_223) >>> 0
    filling.writeUInt32LE(x, at)
  }
  filling.writeUInt32BE(filling.length, 0)
  filling.write('free', 4, 'latin1')
  large = Buffer.concat([readFileSync(join(sampleFolder, 'shop-checkout.mp4')), filling])
  return large
}

/** Queue, engine and disk of the program with the sample service, one recording at a time, waits shortened. */
export const startFaultyLine = async (settings: Partial<Settings> = {}) => {
  const place = testFolder()
  const key = 'key-of-the-fault-test'
  const sample = await startSampleService({ folder: sampleFolder, key, rateLimit: { limit: 10_000, windowS: 60 } })
  const source = largeMp4()
  sample.addObject(objectPath(MP4, 'shop-checkout', 'video.mp4'), { bytes: source })
  const session = (id: string, recording: string, form: { mp4?: boolean; playlist?: 'byte-range' }, ago: number) => ({
    id,
    title: id,
    status: 'closed',
    createdAt: sample.now() - ago - 60_000,
    closedAt: sample.now() - ago,
    error: null,
    closeReason: null,
    browserType: 'chromium',
    viewport: null,
    steps: [],
    replay: { kind: 'ready' as const, recording, ...form },
  })
  sample.add(
    session(MP4, 'shop-checkout', { mp4: true }, 60_000),
    session(HLS, 'portal-invoices', { playlist: 'byte-range' }, 50_000),
    session(OTHER, 'ferry-timetable', { mp4: true }, 40_000),
  )

  let offsetMs = 0
  const real = createClock()
  const clock: Clock = {
    now: () => real.now() + offsetMs,
    after: (ms, run) => real.after(ms >= QUEUE_WAIT_MS ? ms / SHORTER : ms, run),
  }
  const log = quietLog()
  const library = unwrap(openLibrary({ folder: join(place.folder, 'data'), clock, log }))
  const service = createService({
    accountId: ACCOUNT.id,
    baseUrl: sample.baseUrl,
    headerPrefix: 'X-Service-',
    token: async () => key,
    fetch,
    clock,
    version: '1',
    journal: () => {},
    log,
  })
  const engine = createEngine({ clock, bytesPerSecond: () => 0, timing: TIMING })
  const account = { ...ACCOUNT, baseUrl: sample.baseUrl, signedIn: true, service }
  const archive = createArchive({
    library,
    account: (id) => (id === ACCOUNT.id ? account : null),
    accounts: () => [account],
    engine,
    clock,
    log,
    settings: () => ({ ...DEFAULT_SETTINGS, archiveAtOnce: 1, ...settings }),
    videosFolder: place.folder,
    trash: null,
    version: '1',
    emit: { archive: () => {}, sessions: () => {} },
  })

  const page = () =>
    unwrap(archive.query({ text: '', states: [], sort: 'added', direction: 'asc', offset: 0, limit: 50 }))
  const item = (sessionId: string): ArchiveItem => {
    const found = page().rows.find((row) => row.sessionId === sessionId)
    if (!found) throw new Error(`no item of ${sessionId}`)
    return found
  }
  /** Fails with what is there, so that a wrong sentence is seen, not only the lateness. */
  const until = async (holds: () => boolean): Promise<void> => {
    const deadline = performance.now() + 15_000
    while (!holds()) {
      if (performance.now() > deadline) {
        const rows = page().rows.map(({ sessionId, state, bytes, problem }) => ({ sessionId, state, bytes, problem }))
        throw new Error(`did not come true: ${JSON.stringify([rows, page().totals.blocked, log.lines])}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  return {
    sample,
    media: sample.faults.media,
    source,
    archive,
    page,
    item,
    until,
    folder: () => archive.folder(),
    /** Bytes of the file under its final name; null: there is no such file. */
    file: (sessionId: string): Buffer | null => {
      const path = join(archive.folder(), item(sessionId).fileName ?? '?')
      return existsSync(path) ? readFileSync(path) : null
    },
    finalNames: (): string[] =>
      existsSync(archive.folder()) ? readdirSync(archive.folder()).filter((name) => name.endsWith('.mp4')) : [],
    add: async (...sessionIds: string[]): Promise<void> => {
      unwrap(await archive.add(ACCOUNT.id, sessionIds))
      archive.start()
    },
    untilDone: (...sessionIds: string[]) => until(() => sessionIds.every((id) => item(id).state === 'done')),
    replayRequests: () => sample.requests.filter(({ path }) => path.endsWith('/replay')).length,
    /** Moves the wall clock of this machine; timers keep their distance. */
    jump: (ms: number): void => {
      offsetMs += ms
    },
    close: async (): Promise<void> => {
      await archive.dispose()
      engine.dispose()
      service.dispose()
      library.close()
      await sample.close()
      place.remove()
    },
  }
}
export type FaultyLine = Awaited<ReturnType<typeof startFaultyLine>>
