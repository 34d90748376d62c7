import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProblemCode, Result } from '../../../../contract/result.ts'
import { startSampleService } from '../../../../sample/sample-service.ts'
import { sampleIds } from '../../../../sample/sessions/hand-made-sessions.ts'
import { createClock } from '../../../base/clock.ts'
import { createFollow } from '../../../media/storage/follow.ts'
import { createOpenObject, type Timing } from '../../../media/storage/open-object.ts'
import { systemResolve } from '../../../media/storage/resolver.ts'
import { createTransport, type Transport } from '../../../media/storage/storage-transport.ts'
import { createService } from '../../../service/service.ts'
import type { Mp4Outcome, Mp4Progress, RecordLinks } from '../../archive-types.ts'
import { fetchMp4With } from '../fetch-mp4.ts'
import { createLinks } from '../links.ts'
import type { OpenFile } from '../part-file.ts'
import { createThrottle } from '../speed-limit.ts'

const SHORT: Timing = { headTimeoutMs: 700, stallMs: 400, pausesMs: [5, 20, 60] }
const quiet = { info: () => {}, warn: () => {}, error: () => {} }
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Bytes that look like an MP4 at their head and repeat nowhere within 64 KiB. */
export const movie = (size: number, seed = 1): Buffer => {
  const words = new Uint32Array(Math.ceil(size / 4))
  let x = seed
  for (let i = 0; i < words.length; i += 1) {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0
    words[i] = x
  }
  const out = Buffer.from(words.buffer, 0, size)
  Buffer.from([0, 0, 0, 16, ...Buffer.from('ftypisom')]).copy(out)
  return out
}

export type Run = {
  connections: number
  signal?: AbortSignal
  timing?: Timing
  transport?: (real: Transport) => Transport
  openFile?: OpenFile
  bytesPerSecond?: number
  links?: RecordLinks
  onProgress?: (progress: Mp4Progress) => void
  folder?: string
}

/** The real service and storage of the sample, with one large object in the place of a session's MP4. */
export const startLine = async (size: number, linkLifeMs = 900_000) => {
  const service = await startSampleService({
    folder: join(import.meta.dirname, '../../../../../assets/sample'),
    linkLifeMs,
    rateLimit: { limit: 10_000, windowS: 60 },
  })
  const folder = mkdtempSync(join(tmpdir(), 'desk-transfer-'))
  const partPath = join(folder, 'x.mp4.part')
  const body = movie(size)
  const clock = createClock()
  const client = createService({
    accountId: 'a',
    baseUrl: service.baseUrl,
    headerPrefix: 'X-Service-',
    token: async () => service.key,
    fetch,
    clock,
    version: 'test',
    journal: () => {},
    log: quiet,
  })
  const sessionId = sampleIds.shopCheckout
  const first = await client.replay(sessionId)
  if (!first.ok || !first.value.mp4Url) throw new Error('the sample has no MP4')
  const path = new URL(first.value.mp4Url).pathname
  service.addObject(path, { bytes: body })
  service.requests.length = 0
  const line = createTransport({
    clock,
    resolve: systemResolve,
    headTimeoutMs: SHORT.headTimeoutMs,
    service: () => 'loopback',
  })
  const links = () => createLinks({ service: () => client, sessionId, clock, log: quiet, leadMs: () => 0 })

  const run = (of: Run): Promise<Result<Mp4Outcome>> => {
    const real = createFollow(of.transport ? of.transport(line.transport) : line.transport)
    return fetchMp4With(
      {
        links: of.links ?? links(),
        partPath: of.folder ? join(of.folder, 'x.mp4.part') : partPath,
        connections: of.connections,
        throttle: createThrottle({ clock, bytesPerSecond: () => of.bytesPerSecond ?? 0 }),
        transport: real,
        openObject: createOpenObject({ transport: real, clock, timing: SHORT }),
        clock,
        log: quiet,
        signal: of.signal ?? new AbortController().signal,
        onProgress: of.onProgress ?? (() => {}),
      },
      { timing: of.timing ?? SHORT, ...(of.openFile ? { openFile: of.openFile } : {}) },
    )
  }

  return {
    service,
    media: service.faults.media,
    client,
    links,
    body,
    path,
    partPath,
    folder,
    run,
    replace: (bytes: Buffer) => service.addObject(path, { bytes }),
    part: () => readFileSync(partPath),
    state: () => JSON.parse(readFileSync(`${partPath}.json`, 'utf8')) as { spans: [number, number][] },
    mediaRequests: () => service.requests.filter((request) => request.server === 'media'),
    replayRequests: () => service.requests.filter((request) => request.path.endsWith('/replay')).length,
    close: async () => {
      line.dispose()
      client.dispose()
      await service.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const codeOf = (result: Result<unknown>): ProblemCode | 'ok' => (result.ok ? 'ok' : result.problem.code)
