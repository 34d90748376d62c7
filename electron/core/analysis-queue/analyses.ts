import { archivedVideoPath } from '../../contract/media-paths.ts'
import type { Analysis, AnalysisJob, AnalysisReport, AnalysisStatus } from '../../contract/models/analysis-models.ts'
import type { Replay } from '../../contract/models/replay-models.ts'
import { fail, ok, type Problem, type Result } from '../../contract/result.ts'
import type { Clock } from '../base/ports.ts'
import type { Library } from '../library/library.ts'
import type { AnalysisProgress } from '../library/tables/analyses-table.ts'
import { createJobs, type Job } from './jobs.ts'
import type { Thumbnails } from './thumbnails.ts'
import { createWanted, isSameRecording, type Recording } from './wanted.ts'

type AnalysesConfig = {
  library: Library
  thumbnails: Thumbnails
  clock: Clock
  /** The active account. */
  account: () => string | null
  onBattery: () => boolean
  /** Why the media path could not be fetched; null when that is not known. */
  problemOf: (part: string) => Problem | null
  /** `session`: its analysis is another one now; null: only status or progress changed. */
  onChange: (status: AnalysisStatus, session: { accountId: string; sessionId: string } | null) => void
  /** The list shows something of it. */
  onRow: (accountId: string, sessionId: string) => void
  /** The page may ask for a job, or for what to do with the one it has. */
  onJobs: () => void
}

/** A recording that cannot be shown is analysed after this time all the same: why it cannot be decoded is worth knowing. */
const NO_FRAME_MS = 20_000
const BATTERY_MS = 30_000
const PRUNE_AFTER_MS = 5_000

/** Reports that leave `analysis.get` as it is but for the progress, which the status tells. */
const NOT_SHOWN: readonly AnalysisReport['kind'][] = ['progress', 'thumbnail', 'checkpoint']

/** Answers of a storage that does not have what was requested. */
const ABSENT = new Set([404, 410])

const STALE = fail('not-found', 'This analysis is no longer wanted.')
const NOT_AT_HAND = fail('not-found', 'This recording is neither open nor archived.', { next: 'Open it, then retry.' })

/** Queue and results of the analysis. A worker of the page decodes what is handed out here. */
export const createAnalyses = (config: AnalysesConfig) => {
  const { library, thumbnails, clock } = config
  const table = library.analyses
  let playing = false
  let disposed = false
  /** Thumbnails that are gone from the cache, by session, found when it was opened. */
  const lost = new Set<string>()
  const timers = new Set<() => void>()

  const wanted = createWanted({
    table,
    account: config.account,
    archivedPath: archivedVideoPath,
    archivedItem: (accountId, sessionId) => {
      const item = library.archive.find(accountId, sessionId)
      return item?.state === 'done' ? item : null
    },
    lacksThumbnails: ({ sessionId }, stored) =>
      thumbnails.enabled() && (stored.screens ?? 0) > 0 && (stored.thumbnails === null || lost.has(sessionId)),
  })
  const jobs = createJobs({
    wanted,
    clock,
    stopped: () => library.settings.get().analysisPaused,
    onBattery: config.onBattery,
    playing: () => playing,
    onGivenUp: ({ accountId, sessionId }) => {
      table.end(accountId, sessionId, { reason: 'stopped' })
      changed({ accountId, sessionId })
    },
    onChange: () => changed(null, true),
  })

  /** Counted once for all reports of progress, which change no queue. */
  let counted: number | null = null
  const archivedCount = (): number => {
    counted ??= wanted.countArchived()
    return counted
  }
  const status = (): AnalysisStatus => {
    const job = jobs.current()
    const waiting = wanted.open().length + archivedCount()
    const pausedBy = jobs.pausedBy()
    const running = job !== null && !job.ending
    return {
      state: pausedBy !== null ? 'paused' : running ? 'running' : 'idle',
      pausedBy,
      queued: Math.max(0, waiting - (running ? 1 : 0)),
      current: running ? { sessionId: job.sessionId, progress: job.progress } : null,
    }
  }
  /** `work`: the page is to ask. */
  const changed = (session: { accountId: string; sessionId: string } | null, work = false): void => {
    if (disposed) return
    if (session !== null || work) counted = null
    const now = status()
    config.onChange(now, session && { accountId: session.accountId, sessionId: session.sessionId })
    if (work && (now.queued > 0 || jobs.current())) config.onJobs()
    if (now.pausedBy === 'battery') watchBattery()
  }
  const later = (ms: number, run: () => void): void => {
    const cancel = clock.after(ms, () => {
      timers.delete(cancel)
      if (!disposed) run()
    })
    timers.add(cancel)
  }

  let watching = false
  /** Only macOS tells when the computer is plugged in. */
  const watchBattery = (): void => {
    if (watching) return
    watching = true
    later(BATTERY_MS, () => {
      watching = false
      changed(null, !config.onBattery())
    })
  }

  const stateOf = (
    accountId: string,
    sessionId: string,
    stored: AnalysisProgress | null,
  ): Pick<Analysis, 'state' | 'pausedBy' | 'progress' | 'reason'> => {
    const nothing = { pausedBy: null, progress: null, reason: null }
    const job = jobs.current()
    if (stored && stored.durationMs !== null) return { ...nothing, state: 'done' }
    if (job && !job.ending && job.accountId === accountId && job.sessionId === sessionId) {
      const pausedBy = jobs.pauseOf(job.background)
      return { ...nothing, state: pausedBy ? 'paused' : 'running', pausedBy, progress: job.progress }
    }
    if (stored?.state === 'failed') return { ...nothing, state: 'failed', reason: stored.reason }
    const open = wanted.open().some((one) => one.accountId === accountId && one.sessionId === sessionId)
    const archived = !open && accountId === config.account() && wanted.waits(accountId, sessionId)
    if (!open && !archived) return { ...nothing, state: 'none' }
    const pausedBy = jobs.pauseOf(!open)
    return { ...nothing, state: pausedBy ? 'paused' : 'queued', pausedBy }
  }
  const get = (accountId: string, sessionId: string): Analysis => {
    const stored = table.find(accountId, sessionId)
    return {
      accountId,
      sessionId,
      ...stateOf(accountId, sessionId, stored),
      quick: stored?.record ? null : (stored?.quick ?? null),
      record: stored?.record ?? null,
      thumbnails: lost.has(sessionId) ? null : (stored?.thumbnails ?? null),
    }
  }

  /** Ends the page's job; it says so with what it has done. */
  const stop = (job: Job): void => {
    job.ending = true
    changed(job, true)
  }
  /** Forgets what another recording of the session, or another version, left; what was only interrupted is kept. */
  const beginIfNew = ({ accountId, sessionId, statedMs }: Job): Result<undefined> => {
    const stored = table.progress(accountId, sessionId)
    return stored && isSameRecording(stored, statedMs) && stored.state !== 'failed'
      ? ok(undefined)
      : table.begin(accountId, sessionId, statedMs)
  }
  const toJob = async (job: Job): Promise<AnalysisJob> => {
    const { id: jobId, accountId, sessionId, sources } = job
    const stored = table.find(accountId, sessionId)
    const checkpoint = stored?.record ? null : await thumbnails.readCheckpoint(accountId, sessionId)
    const known = { record: stored?.record ?? null, quick: stored?.quick ?? null }
    return { jobId, accountId, sessionId, sources, ...known, checkpoint }
  }

  /** Why the job ended says something of the recording only while the recording can be read. */
  const failed = (job: Job, told: NonNullable<Analysis['reason']>, part: string | null): Result<undefined> => {
    const status = part === null ? undefined : config.problemOf(part)?.status
    const reason = told === 'not-reachable' && status !== undefined && ABSENT.has(status) ? 'missing' : told
    const gone = job.ending || (reason === 'not-reachable' && wanted.find(job.accountId, job.sessionId) === null)
    return gone ? ok(undefined) : table.end(job.accountId, job.sessionId, { reason })
  }
  const store = async (job: Job, report: AnalysisReport): Promise<Result<undefined>> => {
    const { accountId, sessionId } = job
    switch (report.kind) {
      case 'alive':
        return ok(undefined)
      case 'progress':
        job.progress = report.progress
        return ok(undefined)
      case 'quick':
        return table.setQuick(accountId, sessionId, report.lane)
      case 'checkpoint':
        await thumbnails.writeCheckpoint(accountId, sessionId, report.data)
        return ok(undefined)
      case 'record':
        job.progress = 1
        return table.setRecord(accountId, sessionId, report.record)
      case 'thumbnail':
        if (await thumbnails.write(accountId, sessionId, job.thumbnails, report.index ?? 'end', report.image))
          job.kept += 1
        return ok(undefined)
      case 'done': {
        const key = job.kept > 0 && thumbnails.enabled() ? job.thumbnails : null
        lost.delete(sessionId)
        return table.end(accountId, sessionId, { thumbnails: key })
      }
      case 'failed':
        return failed(job, report.reason, report.part)
    }
  }
  const report = async (
    jobId: string,
    said: AnalysisReport,
  ): Promise<Result<{ proceed: 'run' | 'pause' | 'cancel' }>> => {
    const job = jobs.heard(jobId)
    if (!job) return STALE
    const stored = await store(job, said)
    if (!stored.ok) return stored
    const over = said.kind === 'done' || said.kind === 'failed'
    if (over) {
      wanted.settled(job.sessionId)
      jobs.end()
    }
    if (said.kind === 'record' || over) config.onRow(job.accountId, job.sessionId)
    if (said.kind !== 'alive') changed(NOT_SHOWN.includes(said.kind) ? null : job)
    return ok({ proceed: over ? 'cancel' : jobs.proceed() })
  }

  const prune = (): void => void thumbnails.keepOnly(table.keys())
  let pruning = false
  const pruneSoon = (): void => {
    if (pruning) return
    pruning = true
    later(PRUNE_AFTER_MS, () => {
      pruning = false
      prune()
    })
  }
  /** The cache may have dropped what is stored as made. */
  const lookForThumbnails = async ({ accountId, sessionId }: Recording): Promise<void> => {
    const stored = table.progress(accountId, sessionId)
    if (!stored?.thumbnails || !thumbnails.enabled()) return
    if (await thumbnails.read(accountId, sessionId, stored.thumbnails, 'end')) return void lost.delete(sessionId)
    lost.add(sessionId)
    changed({ accountId, sessionId }, true)
  }

  return {
    get,
    status,
    start: (accountId: string, sessionId: string): Result<Analysis> => {
      const recording = wanted.find(accountId, sessionId)
      if (!recording) return NOT_AT_HAND
      wanted.allow(accountId, sessionId)
      if (table.progress(accountId, sessionId)?.state !== 'done') {
        const begun = table.begin(accountId, sessionId, recording.statedMs)
        if (!begun.ok) return begun
      }
      changed(recording, true)
      return ok(get(accountId, sessionId))
    },
    cancel: (accountId: string, sessionId: string): Analysis => {
      wanted.cancel(accountId, sessionId)
      const job = jobs.current()
      if (job?.accountId === accountId && job.sessionId === sessionId) stop(job)
      else changed({ accountId, sessionId })
      return get(accountId, sessionId)
    },
    playback: (now: { firstFrame: boolean; playing: boolean }): void => {
      const before = playing
      playing = now.playing
      if (now.firstFrame) wanted.firstFrame()
      if (now.firstFrame || before !== playing) changed(null, true)
    },
    take: async (): Promise<Result<AnalysisJob | null>> => {
      const job = jobs.take()
      if (!job) return ok(null)
      const begun = beginIfNew(job)
      if (!begun.ok) return begun
      changed(job)
      return ok(await toJob(job))
    },
    report,
    /** A thumbnail of the active account's session. */
    thumbnail: async (sessionId: string, key: string, index: number | 'end'): Promise<Uint8Array | null> => {
      const accountId = config.account()
      return accountId === null ? null : thumbnails.read(accountId, sessionId, key, index)
    },
    onReplay: (replay: Replay): void => {
      if (!wanted.replay(replay)) {
        if (replay.phase.kind === 'playable') void lookForThumbnails({ ...replay, sources: [], statedMs: null })
        return
      }
      changed(replay, true)
      later(NO_FRAME_MS, () => {
        wanted.firstFrame()
        changed(null, true)
      })
    },
    onClosed: (sessionId: string): void => {
      if (!wanted.closed(sessionId)) return
      playing = false
      const job = jobs.current()
      const archived = job?.sources.every((path) => path.startsWith('/media/archive/')) === true
      if (job?.sessionId === sessionId && !archived) stop(job)
      else changed(null, true)
    },
    onAccounts: (): void => {
      wanted.accountChanged()
      const job = jobs.current()
      if (job && job.accountId !== config.account()) stop(job)
      else changed(null, true)
      pruneSoon()
    },
    /** Settings or archive: what is wanted, or what holds it back, may have changed. */
    onConditions: (): void => changed(null, true),
    onSessions: (sessionIds: string[] | null): void => {
      if (sessionIds === null) pruneSoon()
    },
    cacheCleared: (): void => {
      table.dropThumbnails()
      changed(null, true)
    },
    begin: pruneSoon,
    dispose: (): void => {
      disposed = true
      jobs.dispose()
      for (const cancel of timers) cancel()
    },
  }
}
export type Analyses = ReturnType<typeof createAnalyses>
