import { setTimeout as sleep } from 'node:timers/promises'
import { fail, ok, type Problem, type Result } from '../../contract/result.ts'
import { exists } from '../../core/archive/files/durable.ts'
import { createFiles } from '../../core/archive/files/files.ts'
import { removeUnfinished } from '../../core/archive/files/leftovers.ts'
import type { ArchiveAccount, Engine } from '../../core/archive/queue/engine.ts'
import { pathsOf, sizeOf } from '../../core/archive/queue/item-files.ts'
import { type Outcome, pauseAfter } from '../../core/archive/queue/outcome.ts'
import { runItem } from '../../core/archive/queue/run-item.ts'
import type { HlsProgress, Mp4Progress } from '../../core/archive/types.ts'
import type { StoredItem } from '../../core/library/archive-rows.ts'
import type { Log } from '../../core/ports.ts'
import type { Connection } from '../connect.ts'
import { clock } from '../environment.ts'
import type { createSlots } from '../slots.ts'
import type { ItemState, SavedItem } from './item-state.ts'

export type KeepOptions = {
  connection: Connection
  engine: Engine
  folder: string
  openState: (baseUrl: string, sessionId: string) => Result<ItemState>
  /** Template. */
  name: string
  connections: number
  acceptPartial: boolean
  waitMs: number
  slots: ReturnType<typeof createSlots>
  /** Names of this run, also of what is being fetched. */
  taken: Set<string>
  tool: string
  log: Log
  signal: AbortSignal
  /** True once no recording can go on: what has not begun does not begin. */
  held: () => boolean
  onProgress: (sessionId: string, progress: Mp4Progress | HlsProgress) => void
  onWait: (sessionId: string) => void
  onAgain: (sessionId: string, problem: Problem, pauseMs: number) => void
}

/** Tries after passing faults before a recording is given up for this run; what was fetched stays. */
const MOST_TRIES = 3
const WAIT_EVERY_MS = 5_000

const stopped = fail('cancelled', 'Interrupted. The same command goes on where it stopped.')

const newItem = (
  { connection, acceptPartial }: KeepOptions,
  sessionId: string,
  saved: SavedItem | null,
): StoredItem => ({
  id: sessionId,
  accountId: 'command-line',
  accountLabel: connection.label,
  baseUrl: connection.baseUrl,
  sessionId,
  title: connection.titleOf(sessionId),
  status: null,
  createdAt: null,
  closedAt: null,
  state: 'queued',
  source: saved?.source ?? null,
  bytes: saved?.bytes ?? 0,
  totalBytes: saved?.totalBytes ?? null,
  fileName: saved?.fileName ?? null,
  sha256: saved?.sha256 ?? null,
  durationMs: saved?.durationMs ?? null,
  startMs: null,
  verified: false,
  partial: saved?.partial ?? false,
  acceptPartial,
  warnings: saved?.warnings ?? [],
  problem: null,
  sidecar: saved?.sidecar ?? null,
  linksExpireAt: null,
  addedAt: clock.now(),
  finishedAt: null,
})

/** A try that fetched nothing leaves nothing: its reserved name is given back. */
const leftNothing = async (folder: string, name: string | null): Promise<boolean> => {
  if (name === null) return true
  const paths = await pathsOf(createFiles(), folder, name)
  if (!paths.ok || (await sizeOf(paths.value.part)) !== 0 || (await exists(paths.value.work))) return false
  return (await removeUnfinished(folder, name)).ok
}

/** Fetches one recording into the folder, or goes on with an earlier try. The answer is the item as it ended; null when held. */
export const keepRecording = async (sessionId: string, options: KeepOptions): Promise<Result<StoredItem> | null> => {
  const { connection, engine, folder, signal, slots, taken, log } = options
  const { service, label, baseUrl } = connection
  const opened = options.openState(baseUrl, sessionId)
  if (!opened.ok) return opened
  const state = opened.value
  let item = newItem(options, sessionId, state.read())
  let done = false
  const account: ArchiveAccount = { id: 'command-line', label, baseUrl, signedIn: true, service }

  /** What the session itself says: for the name and the side file. A service without this operation is no obstacle. */
  const askSession = async (): Promise<Problem | null> => {
    const session = await service.session(sessionId, { priority: 'bulk', signal })
    if (session.ok) {
      const { status, createdAt, closedAt } = session.value
      item = { ...item, status, createdAt, closedAt }
      return null
    }
    return ['signed-out', 'unauthorized', 'cancelled'].includes(session.problem.code) ? session.problem : null
  }
  const tryOnce = async (tries: number): Promise<Outcome> => {
    if (signal.aborted) return { kind: 'ended' }
    const problem = await askSession()
    if (problem) return problem.code === 'cancelled' ? { kind: 'ended' } : { kind: 'signed-out', problem }
    return runItem(item, {
      engine,
      folder,
      account: () => account,
      settings: () => ({
        archiveName: options.name,
        archiveAtOnce: 1,
        archiveConnections: options.connections,
        leaseLeadS: 120,
      }),
      takenNames: () => taken,
      store: (patch) => {
        item = { ...item, ...patch }
        if (item.fileName !== null) taken.add(item.fileName)
        if (item.state === 'done') return ok(item)
        const written = state.write(item)
        return written.ok ? ok(item) : written
      },
      onProgress: (progress) => options.onProgress(sessionId, progress),
      tries,
      clock,
      log,
      signal,
      tool: options.tool,
    })
  }

  try {
    let until: number | null = null
    let tries = 0
    for (;;) {
      const outcome = await slots.run(async () => (options.held() ? null : tryOnce(tries)))
      if (outcome === null) return null
      let pauseMs: number
      switch (outcome.kind) {
        case 'done':
          done = true
          return ok(item)
        case 'ended':
          return stopped
        case 'wait': {
          until ??= performance.now() + options.waitMs
          const left = until - performance.now()
          if (left <= 0) return { ok: false, problem: outcome.problem }
          options.onWait(sessionId)
          pauseMs = Math.min(WAIT_EVERY_MS, left)
          break
        }
        case 'again':
          tries += 1
          if (tries >= MOST_TRIES) return { ok: false, problem: outcome.problem }
          pauseMs = pauseAfter(outcome, tries)
          options.onAgain(sessionId, outcome.problem, pauseMs)
          break
        default:
          return { ok: false, problem: outcome.problem }
      }
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return stopped
    }
  } finally {
    state.release(done || (await leftNothing(folder, item.fileName)))
  }
}
