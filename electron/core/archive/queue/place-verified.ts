import type { ItemPatch, StoredItem } from '../../library/tables/archive-rows.ts'
import { pathsOf, removeParts, sizeOf } from './item-files.ts'
import type { RunContext } from './run-item.ts'
import { type Outcome, outcomeOf } from './run-outcome.ts'

/**
 * Puts a verified file in its place: also one that was verified when the program ended, or whose name was held by
 * someone (D19). `fresh`: verified a moment ago, so it is not read again. Null when there is no such file; then the item is fetched as usual.
 */
export const placeVerified = async (item: StoredItem, context: RunContext, fresh = false): Promise<Outcome | null> => {
  const { engine, folder, store, clock } = context
  const { sidecar, fileName: name } = item
  if (!sidecar || name === null) return null
  const paths = await pathsOf(engine.files, folder, name)
  if (!paths.ok) return outcomeOf(paths.problem)
  const { sha256, bytes } = sidecar.file
  const finish = async (): Promise<Outcome> => {
    const finished = await engine.files.finish({ partPath: paths.value.part, folder, name, sidecar })
    if (!finished.ok) return outcomeOf(finished.problem, bytes)
    await removeParts(paths.value)
    return done(finished.value.name)
  }

  const done = (fileName: string): Outcome => {
    const patch: ItemPatch = {
      state: 'done',
      verified: sidecar.file.damaged !== true,
      problem: null,
      sidecar: null,
      fileName,
      bytes,
      totalBytes: bytes,
      sha256,
      durationMs: sidecar.file.durationMs,
      finishedAt: clock.now(),
    }
    const stored = store(patch)
    return stored.ok ? { kind: 'done' } : outcomeOf(stored.problem)
  }

  if (fresh) return finish()
  // The program ended between the final name and the entry.
  if ((await engine.files.recheckFile({ folder, name, sha256, bytes })) === 'sound') {
    const beside = await engine.files.readSidecar(folder, name)
    if (!beside.ok || beside.value.file.sha256 !== sha256) {
      const written = await engine.files.writeSidecar(folder, name, sidecar)
      if (!written.ok) return outcomeOf(written.problem)
    }
    await removeParts(paths.value)
    return done(name)
  }
  if ((await sizeOf(paths.value.part)) === bytes) {
    const check = await engine.files.verifyMp4({
      path: paths.value.part,
      expectedBytes: bytes,
      announcedMs: sidecar.source.videoDurationMs,
      signal: context.signal,
    })
    if (context.signal.aborted) return { kind: 'ended' }
    if (check.ok && check.value.sha256 === sha256) return finish()
  }
  store({ sidecar: null, sha256: null })
  return null
}
