import type { Replay } from '../../contract/models/replay-models.ts'
import type { AnalysesTable, AnalysisProgress } from '../library/tables/analyses-table.ts'

/** A recording that can be analysed. */
export type Recording = {
  accountId: string
  sessionId: string
  /** Media paths, the preferred first. */
  sources: string[]
  /** Its declared length; another length than before means another recording. */
  statedMs: number | null
}
/** The recording that the player shows; it is analysed once its first frame is there. */
type OpenRecording = Recording & { firstFrame: boolean; retries: boolean }

export const keyOf = ({ accountId, sessionId }: Pick<Recording, 'accountId' | 'sessionId'>): string =>
  JSON.stringify([accountId, sessionId])

/** Lengths that differ by less belong to one recording: playlist, MP4 and service count the last picture differently. */
const SAME_MS = 2_000
const SAME_SHARE = 0.02

/** Whether what is stored is of this recording; an unknown length is not compared. */
export const isSameRecording = ({ statedMs, durationMs }: AnalysisProgress, nowMs: number | null): boolean => {
  const known = [statedMs, durationMs].filter((ms) => ms !== null)
  if (nowMs === null || known.length === 0) return true
  return known.some((ms) => Math.abs(ms - nowMs) <= Math.max(SAME_MS, SAME_SHARE * Math.max(ms, nowMs)))
}

/** Whether what is stored says all of this recording. Only what could not be loaded is worth another try. */
const isSettled = (stored: AnalysisProgress | null, statedMs: number | null, retries: boolean): boolean =>
  stored !== null &&
  stored.state !== 'started' &&
  isSameRecording(stored, statedMs) &&
  !(retries && stored.reason === 'not-reachable')

/** Which recordings are to be analysed: the open ones, the latest first, and the archived ones of the account. */
export const createWanted = (config: {
  table: AnalysesTable
  /** The active account. */
  account: () => string | null
  archivedPath: (itemId: string) => string
  archivedItem: (accountId: string, sessionId: string) => { id: string; durationMs: number | null } | null
  /** Whether the thumbnails of a finished analysis are to be made again. */
  lacksThumbnails: (recording: Recording, stored: AnalysisProgress) => boolean
}) => {
  const { table } = config
  const open = new Map<string, OpenRecording>()
  /** What a person took out of the queue; only a person brings it back. */
  const cancelled = new Set<string>()
  const needs = (recording: Recording, retries: boolean): boolean => {
    const stored = table.progress(recording.accountId, recording.sessionId)
    if (!isSettled(stored, recording.statedMs, retries)) return true
    return stored?.state === 'done' && config.lacksThumbnails(recording, stored)
  }
  const fromArchive = (accountId: string, sessionId: string, itemId: string, statedMs: number | null): Recording => ({
    accountId,
    sessionId,
    sources: [config.archivedPath(itemId)],
    statedMs,
  })
  const archived = (most: number): Recording[] => {
    const accountId = config.account()
    if (accountId === null) return []
    return table
      .waiting(accountId, most + cancelled.size + open.size)
      .map(({ itemId, sessionId, durationMs }) => fromArchive(accountId, sessionId, itemId, durationMs))
      .filter((one) => !cancelled.has(keyOf(one)) && !open.has(one.sessionId))
      .slice(0, most)
  }

  /** Whether an archived recording waits, and neither is open nor was taken out of the queue. */
  const waits = (accountId: string, sessionId: string): boolean =>
    !cancelled.has(keyOf({ accountId, sessionId })) && !open.has(sessionId) && table.isWaiting(accountId, sessionId)

  return {
    waits,
    /** Archived recordings that wait. */
    countArchived: (): number => {
      const accountId = config.account()
      if (accountId === null) return 0
      const leftOut = new Set(open.keys())
      for (const key of cancelled) {
        const [account, sessionId] = JSON.parse(key) as [string, string]
        if (account === accountId) leftOut.add(sessionId)
      }
      const missing = [...leftOut].filter((sessionId) => table.isWaiting(accountId, sessionId)).length
      return table.countWaiting(accountId) - missing
    },
    /** The replay as it is now; answers whether that may bring work. */
    replay: ({ accountId, sessionId, phase }: Replay): boolean => {
      if (phase.kind !== 'playable') return false
      const sources = [phase.hls, phase.mp4].filter((path) => path !== null)
      const known = open.get(sessionId)
      if (known?.accountId === accountId && known.sources.join() === sources.join()) {
        known.statedMs = phase.durationMs
        return false
      }
      open.delete(sessionId)
      const recording = { accountId, sessionId, sources, statedMs: phase.durationMs }
      open.set(sessionId, { ...recording, firstFrame: false, retries: true })
      return !cancelled.has(keyOf(recording)) && needs(recording, true)
    },
    closed: (sessionId: string): boolean => open.delete(sessionId),
    accountChanged: (): void => {
      for (const [sessionId, { accountId }] of open) if (accountId !== config.account()) open.delete(sessionId)
    },
    firstFrame: (): void => {
      for (const recording of open.values()) recording.firstFrame = true
    },
    /** A failure is reported until the recording is opened again. */
    settled: (sessionId: string): void => {
      const recording = open.get(sessionId)
      if (recording) recording.retries = false
    },
    cancel: (accountId: string, sessionId: string): void => void cancelled.add(keyOf({ accountId, sessionId })),
    allow: (accountId: string, sessionId: string): void => void cancelled.delete(keyOf({ accountId, sessionId })),
    isOpen: (accountId: string, sessionId: string): boolean => open.get(sessionId)?.accountId === accountId,
    /** The open recordings that need it, the latest first. */
    open: (): OpenRecording[] =>
      [...open.values()]
        .reverse()
        .filter((one) => one.accountId === config.account() && !cancelled.has(keyOf(one)) && needs(one, one.retries)),
    archived,
    /** The recording of a session, wherever it can be read. */
    find: (accountId: string, sessionId: string): Recording | null => {
      const shown = open.get(sessionId)
      if (shown?.accountId === accountId) return shown
      const item = config.archivedItem(accountId, sessionId)
      return item && fromArchive(accountId, sessionId, item.id, item.durationMs)
    },
  }
}
export type Wanted = ReturnType<typeof createWanted>
