import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { itemPath, playlistPath, videoPath } from '../../../contract/media-paths.ts'
import type { Replay } from '../../../contract/models/replay-models.ts'
import { ok, type Result } from '../../../contract/result.ts'
import { createClock } from '../../base/clock.ts'
import type { RecordingFacts } from '../../library/sessions/sessions-table.ts'
import type { ReplayRecord } from '../../service/answers/wire.ts'
import { createServerClock } from '../../service/server-clock.ts'
import { createReplays, type ReplaysConfig } from '../replays.ts'
import type { SessionFacts } from '../session/phases.ts'

export const record = (part: Partial<ReplayRecord>): ReplayRecord => ({
  mp4Url: null,
  playlist: null,
  expiresAt: null,
  startMs: null,
  durationMs: null,
  ...part,
})

type Options = Partial<ReplaysConfig> & {
  baseUrl?: string
  facts?: SessionFacts
  leadS?: number
  cacheBytes?: number
}

/**
 * The real replays over real storage; only the service is replaced by a function from the number of the
 * call (from 1) to its answer.
 */
export const startReplays = async (
  answer: (call: number) => ReplayRecord | Result<ReplayRecord> | Promise<Result<ReplayRecord>>,
  options: Options = {},
) => {
  const folder = options.cacheFolder ?? (await mkdtemp(join(tmpdir(), 'replay-test-')))
  const clock = options.clock ?? createClock()
  const serverClock = createServerClock(clock)
  const published: Replay[] = []
  const facts: RecordingFacts[] = []
  const logged: string[] = []
  const priorities: (string | undefined)[] = []
  let calls = 0
  const log = (line: string) => void logged.push(line)
  const { baseUrl = 'http://127.0.0.1:1/', facts: session, leadS = 120, cacheBytes = 0, ...rest } = options
  const replays = createReplays({
    clock,
    log: { info: log, warn: log, error: log },
    cacheFolder: folder,
    settings: () => ({ leaseLeadS: leadS, segmentCacheBytes: cacheBytes }),
    account: () => ({
      id: 'account',
      baseUrl,
      service: {
        serverClock,
        replay: async (_sessionId, o) => {
          priorities.push(o?.priority)
          const said = await answer(++calls)
          return 'ok' in said ? said : ok(said)
        },
      },
    }),
    session: () => session ?? null,
    onReplay: (replay) => void published.push(replay),
    onFacts: (_sessionId, seen) => void facts.push(seen),
    timing: { headTimeoutMs: 5_000, stallMs: 300, pausesMs: [5, 20, 50] },
    ...rest,
  })
  const get = (path: string, init: RequestInit = {}) =>
    replays.gateway(new Request(`http://desk.localhost${path}`, init))
  return {
    replays,
    serverClock,
    published,
    facts,
    logged,
    priorities,
    folder,
    calls: () => calls,
    get,
    /** Why a path is not delivered; null when it is. */
    problem: async (path: string, init: RequestInit = {}) => {
      const answer = await get(path, init)
      await answer.body?.cancel()
      if (answer.type === 'error') return replays.mediaProblem(path)
      if (answer.status !== 200 && answer.status !== 206) throw new Error(`status ${answer.status} reached the page`)
      return null
    },
    playlist: async (id = 's') => (await get(playlistPath(id))).text(),
    item: (index: number, init?: RequestInit, id = 's') => get(itemPath(id, index), init),
    video: (init?: RequestInit, id = 's') => get(videoPath(id), init),
    last: () => published.at(-1) as Replay,
    /** Waits until exactly that much is on disk: bodies get their names a moment after their last byte. */
    kept: async (bytes: number) => {
      for (let i = 0; (await replays.cache.bytes()) !== bytes; i++) {
        if (i === 1_000) throw new Error(`the cache holds ${await replays.cache.bytes()} bytes, not ${bytes}`)
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
    },
    end: async () => {
      await replays.dispose()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer())
