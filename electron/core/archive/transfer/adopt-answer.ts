import type { Part } from '../../media/storage/storage-request.ts'
import { type ConnectionRun, canShare } from './connection-run.ts'
import { strongOf } from './job.ts'

/** A file below this comes through one connection. */
const SMALL_BYTES = 4 * 1024 * 1024

/** The object of this answer takes the place of what the part file holds. */
const replaceObject = async ({ transfer, done }: ConnectionRun, { validator, coded }: Part): Promise<void> => {
  const { file, job, warnings } = transfer
  const { total } = validator
  const size = await file.size()
  if (total !== null) await file.needs(Math.max(0, total - size))
  // Not an empty file: ext4 writes one that was cut to nothing out to the disk when it is closed (auto_da_alloc).
  if (size > 0) await file.truncate(0)
  Object.assign(job, { known: validator, strong: strongOf(validator), done, coded, stale: false })
  transfer.forget()
  if (coded) warnings.push('The storage sent the recording compressed.')
  else if (total === null) warnings.push('The storage did not say how large the recording is.')
}

/**
 * Takes the first good answer of a run: it decides what the others must match. Answers how many more connections are
 * worth it. Throws TransportFault when the disk has no room.
 */
export const adoptAnswer = async (run: ConnectionRun, part: Part): Promise<number> => {
  const { transfer, done, ranges, signal } = run
  const { config, file, job } = transfer
  const { total } = part.validator
  const record = await config.links.record(signal)
  run.durationMs = record.ok ? record.value.durationMs : null
  // Reported before the disk is asked: who waits for room must know how much (D13).
  if (total !== null) config.onProgress({ bytes: done.bytes(), totalBytes: total })
  if (job.stale || job.known === null) await replaceObject(run, part)
  else {
    if (total !== null) job.known = { ...job.known, total }
    await file.needs(Math.max(0, (job.known.total ?? 0) - done.bytes()))
  }
  if (total !== null) ranges.limit(total)
  run.adopted = true
  if (part.whole && !part.coded) transfer.whole = true
  const missing = total === null ? 0 : total - done.bytes()
  return canShare(run) && missing >= SMALL_BYTES ? config.connections - 1 : 0
}
