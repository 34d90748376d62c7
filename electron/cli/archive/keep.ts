import { setTimeout as sleep } from 'node:timers/promises'
import { fail, ok, type Problem } from '../../contract/result.ts'
import type { HlsProgress, Mp4Progress } from '../../core/archive/archive-types.ts'
import type { KeptPair, KeptPairs } from '../../core/archive/claims/kept-pairs.ts'
import type { Owner } from '../../core/archive/claims/owner.ts'
import type { ArchiveAccount, Engine } from '../../core/archive/engine-port.ts'
import { removeUnfinished } from '../../core/archive/files/placing/leftovers.ts'
import { leftNothing } from '../../core/archive/queue/item-files.ts'
import { runItem } from '../../core/archive/queue/run-item.ts'
import { type Outcome, pauseAfter } from '../../core/archive/queue/run-outcome.ts'
import type { Log } from '../../core/base/ports.ts'
import type { StoredItem } from '../../core/library/tables/archive-rows.ts'
import type { Connection } from '../connect.ts'
import { clock } from '../environment.ts'
import type { Ending } from './archive-report.ts'
import type { ItemState, OpenedState, SavedItem } from './item-state.ts'
import type { createSlots } from './slots.ts'

export type KeepOptions = {
  connection: Connection
  engine: Engine
  folder: string
  openState: (baseUrl: string, sessionId: string) => Promise<OpenedState>
  /** What the folder holds already. */
  kept: KeptPairs
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
  blocked: () => boolean
  onProgress: (sessionId: string, progress: Mp4Progress | HlsProgress) => void
  onWait: (sessionId: string) => void
  onElsewhere: (sessionId: string, owner: Owner | null) => void
  onAgain: (sessionId: string, problem: Problem, pauseMs: number) => void
}

/** Tries after passing faults before a recording is given up for this run; what was fetched stays. */
const MOST_TRIES = 3
const WAIT_EVERY_MS = 5_000
const LOOK_EVERY_MS = 1_000

const stopped = fail('cancelled', 'Interrupted. Run the same command again to continue.').problem

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
  folder: null,
  sha256: saved?.sha256 ?? null,
  durationMs: saved?.durationMs ?? null,
  startMs: null,
  verified: false,
  imported: false,
  partial: saved?.partial ?? false,
  acceptPartial,
  warnings: saved?.warnings ?? [],
  problem: null,
  sidecar: saved?.sidecar ?? null,
  linksExpireAt: null,
  addedAt: clock.now(),
  finishedAt: null,
})

/** What came of one turn: a try of the transfer, or what made one unnecessary or impossible. */
type Turn =
  | Outcome
  | { kind: 'elsewhere'; owner: Owner | null }
  | { kind: 'there'; kept: KeptPair }
  | { kind: 'blocked' }

/** Fetches one recording into the folder, or resumes an earlier attempt. */
export const keepRecording = async (sessionId: string, options: KeepOptions): Promise<Ending> => {
  const { connection, engine, folder, signal: outer, slots, taken, log, kept, acceptPartial } = options
  const { service, label, baseUrl } = connection
  let state: ItemState | null = null
  let signal = outer
  let item = newItem(options, sessionId, null)
  let done = false
  const account: ArchiveAccount = { id: 'command-line', label, baseUrl, signedIn: true, service }

  /** The session's own data: for the name and the metadata file. A service without this operation is not an error. */
  const askSession = async (): Promise<Problem | null> => {
    const session = await service.session(sessionId, { priority: 'bulk', signal })
    if (session.ok) {
      const { status, createdAt, closedAt, serviceTitle } = session.value
      item = { ...item, title: item.title ?? serviceTitle, status, createdAt, closedAt }
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
      claimed: state !== null,
      store: (patch) => {
        item = { ...item, ...patch }
        if (item.fileName !== null) taken.add(item.fileName)
        if (item.state === 'done') return ok(item)
        const written = state?.write(item) ?? ok(undefined)
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

  /** Takes the recording for this process when its turn comes, and looks whether another one has finished it. */
  const turn = async (tries: number): Promise<Turn> => {
    if (options.blocked()) return { kind: 'blocked' }
    if (!state) {
      const opened = await options.openState(baseUrl, sessionId)
      if (opened.kind === 'busy') return { kind: 'elsewhere', owner: opened.owner }
      if (opened.kind === 'failed') return opened
      state = opened.state
      signal = AbortSignal.any([outer, state.lost])
      item = newItem(options, sessionId, state.read())
      await kept.look()
      const there = await kept.sound(baseUrl, sessionId, { acceptPartial, signal: outer }).catch((error: unknown) => {
        if (outer.aborted) return null
        throw error
      })
      if (there) return { kind: 'there', kept: there }
    }
    return tryOnce(tries)
  }
  const failed = (problem: Problem): Ending => ({ kind: 'failed', problem })

  try {
    let until: number | null = null
    let tries = 0
    /** ms to wait for what is not ready; null when the time for it is over. */
    const patience = (everyMs: number): number | null => {
      until ??= performance.now() + options.waitMs
      const left = until - performance.now()
      return left <= 0 ? null : Math.min(everyMs, left)
    }
    for (;;) {
      const outcome = await slots.run(() => turn(tries))
      let pauseMs: number | null
      switch (outcome.kind) {
        case 'blocked':
          return { kind: 'blocked' }
        case 'there':
          done = item.fileName === null || (await removeUnfinished(folder, item.fileName)).ok
          return { kind: 'kept', kept: outcome.kept }
        case 'elsewhere':
          pauseMs = patience(LOOK_EVERY_MS)
          if (pauseMs === null || outer.aborted) return outer.aborted ? failed(stopped) : outcome
          options.onElsewhere(sessionId, outcome.owner)
          break
        case 'done':
          done = true
          return { kind: 'archived', item }
        case 'ended':
          return outer.aborted ? failed(stopped) : { kind: 'elsewhere', owner: null }
        case 'wait':
          pauseMs = patience(WAIT_EVERY_MS)
          if (pauseMs === null) return failed(outcome.problem)
          options.onWait(sessionId)
          break
        case 'again':
          tries += 1
          if (tries >= MOST_TRIES) return failed(outcome.problem)
          pauseMs = pauseAfter(outcome, tries)
          options.onAgain(sessionId, outcome.problem, pauseMs)
          break
        default:
          return failed(outcome.problem)
      }
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
      if (outer.aborted) return failed(stopped)
    }
  } finally {
    // Taken over by another process: what lies there is that one's.
    const mine = state as ItemState | null
    if (mine && !mine.lost.aborted) await mine.release(done || (await leftNothing(engine.files, folder, item.fileName)))
    else if (mine) await mine.release(false)
  }
}
