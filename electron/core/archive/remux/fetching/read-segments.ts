import type { Problem } from '../../../../contract/result.ts'
import { objectPath } from '../../../media/playlist/identity.ts'
import type { MediaPlaylist, Segment } from '../../../media/playlist/model.ts'
import { refusedByStorage } from '../../../media/storage/storage-problems.ts'
import { TransportFault } from '../../../media/storage/storage-transport.ts'
import type { WorkFolder } from '../work-folder.ts'
import type { ListLinks } from './list-links.ts'
import { createPartBudget, type PartMemory } from './part-budget.ts'
import type { PartReader } from './read-part.ts'

/** What came of one entry of the list. */
export type Fetched =
  /** `kept`: it lay in the work folder. */
  { body: Buffer; init: Buffer | null; missing: null; kept: boolean } | { body: null; missing: 'gap' | Problem }

/** Segments on their way at once: enough to hide the wait for each answer. */
const AHEAD = 6
/** Bytes that may be on their way or wait for the writer: what 640 Mbit/s carry in a round trip of 100 ms. */
const AHEAD_BYTES = 8 * 1024 ** 2

/** An init section has a few kilobytes; those of the segments on their way are in memory together. */
const LARGEST_INIT_BYTES = 2 * 1024 ** 2

/** The storage does not have it, or does not give it although its neighbours come: some storages say 403 for both, or 200 with an error page. */
const isMissing = ({ code, status }: Problem): boolean =>
  code === 'media-error' && status !== undefined && [200, 400, 401, 403, 404, 410].includes(status)

/** Without its init section no segment can be read: a refusal of that one is a refusal of all. */
const withoutInit = (error: unknown): never => {
  if (!(error instanceof TransportFault) || error.problem.status !== 403) throw error
  throw new TransportFault(refusedByStorage(403, error.problem.details ?? null), false)
}

type Config = {
  list: MediaPlaylist
  links: ListLinks
  parts: PartReader
  /** Entries before this one are not asked for. */
  from: number
  work: Pick<WorkFolder, 'read'>
  onKept: (bytes: number) => void
}

/** One init section for each run of segments that names the same one: a run is read in one piece (P14). */
const createInits = ({ links, parts }: Config) => {
  let last: { part: Segment['init']; body: Promise<Buffer> } | null = null
  return (position: number, segment: Segment): Promise<Buffer> | null => {
    const { init } = segment
    if (!init) return null
    if (last?.part === init) return last.body
    const name = `init ${objectPath(init.url)} ${init.range?.offset ?? ''}`
    const key = init.key && {
      name: objectPath(init.key.url),
      iv: init.key.iv,
      source: links.source(`key ${objectPath(init.key.url)}`, (now) => now.segments[position]?.init?.key?.url),
    }
    const source = links.source(name, (now) => now.segments[position]?.init?.url)
    const body = parts.read({ source, range: init.range, key, most: LARGEST_INIT_BYTES })
    body.catch(() => {
      if (last?.body === body) last = null
    })
    last = { part: init, body }
    return body
  }
}

/**
 * The segments in the order of the list, a few fetched ahead; no further one is asked for while the writer
 * has enough to do. Throws TransportFault, and what the disk throws.
 */
export const readSegments = async function* (config: Config): AsyncGenerator<Fetched> {
  const { list, links, parts, work } = config
  const initOf = createInits(config)

  const budget = createPartBudget(AHEAD_BYTES)

  const fetch = async (position: number, segment: Segment, memory: PartMemory): Promise<Buffer> => {
    const key = segment.key && {
      name: objectPath(segment.key.url),
      iv: segment.key.iv,
      source: links.source(`key ${objectPath(segment.key.url)}`, (now) => now.segments[position]?.key?.url),
    }
    const source = links.source(String(position), (now) => now.segments[position]?.url)
    return parts.read({ source, range: segment.range, key, memory: memory })
  }

  const one = async (position: number, memory: PartMemory): Promise<Fetched> => {
    const segment = list.segments[position] as Segment
    if (segment.gap) return { body: null, missing: 'gap' } // must not be requested (P10)
    const init = await initOf(position, segment)?.catch(withoutInit)
    try {
      const kept = await work.read(position)
      if (kept) config.onKept(kept.length)
      const body = kept ?? (await fetch(position, segment, memory))
      return { body, init: init ?? null, missing: null, kept: kept !== null }
    } catch (error) {
      if (error instanceof TransportFault && isMissing(error.problem)) return { body: null, missing: error.problem }
      throw error
    }
  }

  const underway: { fetched: Promise<Fetched>; memory: PartMemory }[] = []
  let asked = config.from
  let largest = 1
  try {
    while (asked < list.segments.length || underway.length > 0) {
      const room = Math.max(1, Math.min(AHEAD, Math.floor(AHEAD_BYTES / largest)))
      while (asked < list.segments.length && underway.length < room) {
        const memory = budget.enter()
        const fetched = one(asked++, memory)
        fetched.catch(() => {}) // seen when its turn comes
        underway.push({ fetched, memory: memory })
      }
      const turn = underway.shift()
      if (!turn) return
      try {
        const next = await turn.fetched
        largest = Math.max(largest, next.body?.length ?? 1)
        yield next
      } finally {
        turn.memory.leave()
      }
    }
  } finally {
    // A reader that stops in between blocks no other part.
    for (const { memory } of underway) memory.leave()
  }
}
