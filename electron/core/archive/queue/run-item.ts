import { fail, ok, type Problem, type Result } from '../../../contract/result.ts'
import type { Clock, Log } from '../../base/ports.ts'
import type { ItemPatch, StoredItem } from '../../library/tables/archive-rows.ts'
import type { ReplayRecord } from '../../service/answers/wire.ts'
import type { HlsProgress, Mp4Progress, RecordLinks, Verified } from '../archive-types.ts'
import type { ArchiveAccount, ArchiveSettings, Engine } from '../engine-port.ts'
import { syncFile } from '../files/disk/durable.ts'
import { removeUnfinished } from '../files/placing/leftovers.ts'
import { type ItemPaths, pathsOf, removeParts } from './item-files.ts'
import { placeVerified } from './place-verified.ts'
import { isPassing, type Outcome, outcomeOf } from './run-outcome.ts'
import { sidecarOf } from './sidecar-of.ts'

export type RunContext = {
  engine: Engine
  /** Absolute; looked at before every run. */
  folder: string
  account: () => ArchiveAccount | null
  settings: () => ArchiveSettings
  takenNames: () => ReadonlySet<string>
  /** Whether the folder's lock of this recording is held. */
  claimed: boolean
  /** Stores and tells; answers the item as it is now, or why it could not be stored. */
  store: (patch: ItemPatch) => Result<StoredItem>
  onProgress: (progress: Mp4Progress | HlsProgress) => void
  /** Tries that ended in a passing fault; from the third on the other form of the recording is tried. */
  tries: number
  clock: Clock
  log: Log
  signal: AbortSignal
  tool: string
}
type Fetched = {
  bytes: number
  object: string | null
  segments: number | null
  partial: boolean
  minor: boolean
  /** Samples of each track that were written; null: the file is the service's own. */
  samples: number[] | null
  warnings: string[]
}

/** Written beside the MP4 while it is fetched: state and metadata file. */
const SMALL_FILES_BYTES = 65_536
/** Passing faults of the MP4 before the playlist is tried instead. */
const MP4_TRIES = 3

const nothing = (): Problem =>
  fail('no-recording', 'The service has no recording of this session yet.', { next: 'Retry later.' }).problem
const fetchable = (record: ReplayRecord, kind: 'mp4' | 'hls'): boolean =>
  kind === 'mp4' ? !!record.mp4Url?.trim() : !!record.playlist?.trim()

/** Whether the playlist may do what the MP4 did not. Not for disk, sign-in, limit or an end by the person. */
const mayHelp = (problem: Problem, tries: number): boolean =>
  ['media-error', 'refused-address', 'bad-answer', 'not-found', 'forbidden', 'rejected'].includes(problem.code) &&
  (!isPassing(problem) || tries + 1 >= MP4_TRIES)

/** The record; its facts go into the item. */
const ask = async (links: RecordLinks, context: RunContext): Promise<Result<ReplayRecord>> => {
  const record = await links.record(context.signal)
  if (!record.ok) return record
  const { expiresAt, startMs } = record.value
  const stored = context.store({ state: 'fetching', problem: null, linksExpireAt: expiresAt, startMs })
  return stored.ok ? record : stored
}

/** A name of its own before the first byte (D14). */
const named = async (item: StoredItem, context: RunContext): Promise<Result<{ name: string; paths: ItemPaths }>> => {
  const { engine, folder } = context
  let name = item.fileName
  if (name === null) {
    const wanted = engine.files.nameFrom(context.settings().archiveName, item)
    const own = context.claimed ? { claimed: item.sessionId } : {}
    const reserved = await engine.files.reserveName({ folder, wanted, taken: context.takenNames(), ...own })
    if (!reserved.ok) return reserved
    name = reserved.value
    const stored = context.store({ fileName: name, folder })
    if (!stored.ok) {
      await removeUnfinished(folder, name) // the reserved name is stored nowhere
      return stored
    }
  }
  const paths = await pathsOf(engine.files, folder, name)
  // A name that leads out of the folder is the item's own fault; it must not hold the others.
  return paths.ok ? ok({ name, paths: paths.value }) : fail('invalid-input', paths.problem.message)
}

/** A larger share of damaged pictures is no recording any more, unless the person accepts it. */
const MOST_DAMAGED = 0.01

/** A file of ours is what was written: as many samples in each track as went into it, and pictures that are whole. */
const readsOtherwise = (written: number[] | null, verified: Verified, acceptPartial: boolean): Problem | null => {
  const { samples, damage, pictures } = verified
  if (written === null) return null
  const same = samples.length === written.length && samples.every((count, track) => count === written[track])
  const damaged = damage ? damage.broken + damage.empty + damage.joint + damage.disorder : 0
  if (same && (acceptPartial || damaged <= pictures * MOST_DAMAGED)) return null
  const details = `written ${written.join(', ')}; read ${samples.join(', ')}; damaged ${damaged} of ${pictures}`
  return fail('media-error', 'The saved file failed verification.', { next: 'Archive it again.', details }).problem
}

const fetchAs = async (
  kind: 'mp4' | 'hls',
  item: StoredItem,
  links: RecordLinks,
  paths: ItemPaths,
  context: RunContext,
): Promise<Result<Fetched>> => {
  const { engine, log, signal, onProgress } = context
  const shared = { baseUrl: item.baseUrl, links, partPath: paths.part, log, signal, onProgress }
  if (kind === 'mp4') {
    const connections = context.settings().archiveConnections
    const mp4 = await engine.fetchMp4({ ...shared, connections })
    return mp4.ok
      ? { ok: true, value: { ...mp4.value, segments: null, partial: false, minor: false, samples: null } }
      : mp4
  }
  const { sessionId, acceptPartial } = item
  const hls = await engine.exportHls({ ...shared, sessionId, workFolder: paths.work, acceptPartial })
  return hls.ok ? { ok: true, value: { ...hls.value, object: hls.value.object ?? null } } : hls
}

/**
 * One attempt at one item: record → name → MP4, else the playlist → verify → final name with metadata file. What was
 * fetched stays for the next try. A file that was verified before the program ended is only put in its place.
 */
export const runItem = async (first: StoredItem, context: RunContext): Promise<Outcome> => {
  const { engine, folder, signal, store } = context
  const space = await engine.files.freeSpace(folder)
  if (!space.ok) return { kind: 'disk', problem: space.problem, needBytes: null }
  const placed = await placeVerified(first, context)
  if (placed) return placed

  const leadMs = () => context.settings().leaseLeadS * 1_000
  const links = engine.createLinks({
    service: () => context.account()?.service ?? null,
    sessionId: first.sessionId,
    clock: context.clock,
    log: context.log,
    leadMs,
  })
  try {
    const record = await ask(links, context)
    if (!record.ok) return outcomeOf(record.problem)
    let kind: 'mp4' | 'hls' = fetchable(record.value, 'mp4') && first.source !== 'hls' ? 'mp4' : 'hls'
    if (!fetchable(record.value, kind)) kind = 'mp4'
    if (!fetchable(record.value, kind)) return { kind: 'failed', problem: nothing() }
    const reserved = await named(first, context)
    if (!reserved.ok) return outcomeOf(reserved.problem)
    const { name, paths } = reserved.value
    const carried: string[] = []
    for (;;) {
      const now = store({ source: kind })
      if (!now.ok) return outcomeOf(now.problem)
      const item = now.value
      let seen: Mp4Progress = { bytes: item.bytes, totalBytes: item.totalBytes }
      const onProgress = (progress: Mp4Progress | HlsProgress): void => {
        seen = progress
        context.onProgress(progress)
      }
      const fetched = await fetchAs(kind, item, links, paths, { ...context, onProgress })
      const need = seen.totalBytes === null ? null : Math.max(0, seen.totalBytes - seen.bytes) + SMALL_FILES_BYTES
      let problem = fetched.ok ? null : fetched.problem
      if (fetched.ok) {
        const verifying = store({ state: 'verifying', bytes: fetched.value.bytes, totalBytes: fetched.value.bytes })
        if (!verifying.ok) return outcomeOf(verifying.problem)
        const latest = await links.record(signal)
        const said = latest.ok ? latest.value : record.value
        const expectedBytes = fetched.value.bytes
        // On its way to the disk while it is read back, so that the final name has little left to wait for.
        const syncing = syncFile(paths.part).catch(() => {}) // finishing meets the same fault and tells it
        const verified = await engine.files.verifyMp4({
          path: paths.part,
          expectedBytes,
          announcedMs: said.durationMs,
          signal,
        })
        await syncing
        const differs = verified.ok ? readsOtherwise(fetched.value.samples, verified.value, item.acceptPartial) : null
        if (verified.ok && !differs) {
          const { partial, minor } = fetched.value
          const warnings = [...carried, ...fetched.value.warnings, ...verified.value.warnings]
          const { object, segments } = fetched.value
          const { clock, tool } = context
          const sidecar = sidecarOf({
            item: verifying.value,
            name,
            record: said,
            kind,
            object,
            segments,
            verified: verified.value,
            partial,
            minor,
            warnings,
            now: clock.now(),
            tool,
          })
          const { bytes, sha256, durationMs } = verified.value
          const kept = store({ sidecar, bytes, totalBytes: bytes, sha256, durationMs, warnings, partial })
          if (!kept.ok) return outcomeOf(kept.problem)
          return (await placeVerified(kept.value, context, true)) ?? { kind: 'again', problem: lostPart }
        }
        problem = verified.ok ? (differs ?? lostPart) : verified.problem
        // A part that is no recording is useless: the next attempt starts over. One that could not be read may be sound.
        if (problem.code === 'media-error') await removeParts(paths)
      }
      if (signal.aborted) return { kind: 'ended' }
      if (problem === null) return { kind: 'again', problem: lostPart }
      if (kind !== 'mp4' || !fetchable(record.value, 'hls') || !mayHelp(problem, context.tries)) {
        return outcomeOf(problem, need)
      }
      carried.push(`The MP4 could not be downloaded, so this file was made from the playlist. ${problem.message}`)
      await removeParts(paths)
      kind = 'hls'
      store({ bytes: 0, totalBytes: null })
    }
  } finally {
    links.dispose()
  }
}

const lostPart: Problem = {
  code: 'media-error',
  message: 'The downloaded file disappeared before it was saved.',
  retryAfterMs: 1_000,
}
