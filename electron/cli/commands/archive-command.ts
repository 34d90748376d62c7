import { mkdir, realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ok, type Problem, type ProblemCode, type Result } from '../../contract/result.ts'
import { diskProblem } from '../../core/archive/files/disk/disk-problems.ts'
import { freeSpace } from '../../core/archive/files/disk/free-space.ts'
import { createEngine } from '../../core/archive/local-engine.ts'
import { type Report, reporter } from '../archive/archive-report.ts'
import { openState } from '../archive/item-state.ts'
import { type KeepOptions, keepRecording } from '../archive/keep.ts'
import { createProgress } from '../archive/progress-line.ts'
import { createSlots } from '../archive/slots.ts'
import { type Connection, connect } from '../connect.ts'
import type { Context, ServiceOptions } from '../context.ts'
import { clock } from '../environment.ts'
import { EXIT, exitOfAll } from '../exit-codes.ts'
import { invalidEntriesProblem, type NamedIds, readIds } from '../input/read-ids.ts'
import { resolveId } from '../input/resolve-id.ts'

export type ArchiveOptions = ServiceOptions & {
  to: string
  name: string
  wait: number
  concurrency: number
  connections: number
  limitRate: number
  acceptPartial?: boolean
}

const PROGRESS_MS = 250

/** The real path of a folder that can be written; created when missing. */
const prepare = async (to: string): Promise<Result<string>> => {
  try {
    await mkdir(resolve(to), { recursive: true })
    const folder = await realpath(resolve(to))
    const free = await freeSpace(folder)
    return free.ok ? ok(folder) : free
  } catch (error) {
    return diskProblem(error)
  }
}

/** What stops this recording stops them all: sign-in, limit, a full disk, a folder that is gone. */
export const stopsAll = async ({ code }: Problem, folder: string): Promise<boolean> =>
  ['signed-out', 'unauthorized', 'keychain', 'rate-limited', 'disk-full'].includes(code) ||
  (code === 'storage' && !(await freeSpace(folder)).ok)

const keepAll = async (
  context: Context,
  connection: Connection,
  { named, piped, invalid }: NamedIds,
  folder: string,
  options: ArchiveOptions,
): Promise<number> => {
  const { out, stop, version } = context
  const { baseUrl } = connection
  const notIds = invalidEntriesProblem(invalid)
  if (notIds) {
    out.record({ session: null, state: 'not-an-id', file: null, ...invalid, problem: notIds })
    out.problem(notIds)
  }
  const meant = new Set<string>()
  for (const word of named) {
    const id = await resolveId(context, connection, word)
    if (!id.ok) return out.problem(id.problem)
    meant.add(id.value)
  }
  for (const id of piped) meant.add(id)
  const ids = [...meant]
  // In this thread: nothing else waits for it, and a thread of its own would cost its memory and its start.
  const engine = createEngine({ clock, peers: connection.peers, bytesPerSecond: () => options.limitRate })
  const tool = `replay-desk ${version}`
  const kept = engine.kept(folder)
  await kept.look()
  const progress = createProgress(ids.length, () => performance.now())
  const report = reporter(out)
  const acceptPartial = options.acceptPartial ?? false
  const slots = createSlots(options.concurrency)
  let blocked: Problem | null = null
  const keep: KeepOptions = {
    connection,
    engine,
    folder,
    openState: (baseUrl, sessionId) => openState(folder, baseUrl, sessionId, tool),
    kept,
    name: options.name,
    connections: options.connections,
    acceptPartial,
    waitMs: options.wait * 1_000,
    slots,
    taken: new Set(),
    tool,
    log: connection.log,
    signal: stop.signal,
    blocked: () => blocked !== null,
    onProgress: progress.update,
    onWait: report.waiting,
    onElsewhere: report.elsewhere,
    onAgain: report.again,
  }
  const one = async (sessionId: string): Promise<Report> => {
    // Only what has a metadata file costs a look, so that nothing new waits behind many that are there.
    if (kept.has(baseUrl, sessionId) && !blocked) {
      const { signal } = stop
      const there = await slots
        .run(async () => (signal.aborted ? null : kept.sound(baseUrl, sessionId, { acceptPartial, signal })))
        .catch((error: unknown) => {
          if (signal.aborted) return null
          throw error
        })
      if (there) return { kind: 'kept', sessionId, kept: there }
    }
    const ending = await keepRecording(sessionId, keep)
    if (ending.kind === 'failed' && blocked === null && (await stopsAll(ending.problem, folder)))
      blocked = ending.problem
    return { ...ending, sessionId }
  }

  const timer = setInterval(() => out.progress(progress.line()), PROGRESS_MS)
  const failures: ProblemCode[] = notIds ? [notIds.code] : []
  let elsewhere = false
  try {
    await Promise.all(
      ids.map(async (sessionId) => {
        const told = await one(sessionId)
        progress.end(sessionId)
        if (told.kind === 'failed') failures.push(told.problem.code)
        if (told.kind === 'elsewhere') elsewhere = true
        report.tell(told)
      }),
    )
  } finally {
    clearInterval(timer)
    out.progress(null)
    engine.dispose()
  }
  report.end()
  return stop.signal.aborted ? EXIT.interrupted : exitOfAll(failures, elsewhere ? [EXIT.elsewhere] : [])
}

/** Keeps recordings as verified MP4 files with metadata files; resumes earlier attempts and skips verified files. */
export const archive = async (context: Context, named: string[], options: ArchiveOptions): Promise<number> => {
  const { out, stop } = context
  const ids = await readIds(named, stop.signal)
  if (!ids.ok) return out.problem(ids.problem)
  const folder = await prepare(options.to)
  if (!folder.ok) return out.problem(folder.problem)
  const connected = await connect(context, options)
  if (!connected.ok) return out.problem(connected.problem)
  try {
    return await keepAll(context, connected.value, ids.value, folder.value, options)
  } finally {
    await connected.value.close()
  }
}
