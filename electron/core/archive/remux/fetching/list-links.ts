import { fail, ok, type Problem, type Result } from '../../../../contract/result.ts'
import { isSameList } from '../../../media/playlist/identity.ts'
import type { MediaPlaylist } from '../../../media/playlist/model.ts'
import type { LinkSource } from '../../../media/storage/open.ts'
import { missing, refusedByStorage, refusedPart } from '../../../media/storage/problems.ts'
import { readList } from '../../../replay/session/load-media.ts'
import type { ReplayRecord } from '../../../service/answers/wire.ts'
import type { RecordLinks } from '../../archive-types.ts'

type Held = { record: ReplayRecord; list: MediaPlaylist; generation: number; worked: boolean }

const NO_LIST = fail('no-recording', 'The service has no playlist for this session.', { next: 'Retry later.' })

const CHANGED = fail('list-changed', 'The list of segments changed when the links were renewed.', {
  next: 'Retry: the segments are downloaded again.',
})

/** Renewals in a row that did not bring a missing part; more of them would only cost requests. */
const MOST_IN_VAIN = 3

/** Whether the storage says that the object is not there: some say so of expired links, too (H48). */
export const saysGone = ({ status }: Problem): boolean => status !== undefined && isGone(status)
const isGone = (status: number): boolean => status === 404 || status === 410

/**
 * The list of a recording and the present link of each of its parts. Refused links are renewed once for all
 * who say so (P24), and only for the same list: otherwise parts of two recordings would be joined (P22).
 */
export const createListLinks = (config: {
  links: RecordLinks
  loadText: (url: string) => Promise<Result<string>>
  signal: AbortSignal
}) => {
  const { links, loadText, signal } = config
  let held: Held | null = null
  let renewing: Promise<Result<void>> | null = null
  const rejectedAt = new Map<string, number>()
  /** Renewals for missing parts since the last one that brought a part. */
  let inVain = 0
  /** A part was counted as missing without a renewal of its own. */
  let doubtful = false

  const read = async (record: ReplayRecord): Promise<Result<MediaPlaylist>> =>
    record.playlist === null ? NO_LIST : readList(record.playlist, loadText)

  const renewFrom = async (old: Held): Promise<Result<void>> => {
    const record = await links.renew(old.record, signal)
    if (!record.ok) return record
    const list = await read(record.value)
    if (!list.ok) return list
    if (!isSameList(old.list, list.value)) return CHANGED
    held = { record: record.value, list: list.value, generation: old.generation + 1, worked: false }
    return ok(undefined)
  }

  const renew = (generation: number, problem: () => Problem): Promise<Result<void>> => {
    if (!held || held.generation > generation) return Promise.resolve(ok(undefined))
    // New links that never worked are refused as well: no third round (P24).
    if (held.generation > 1 && !held.worked) return Promise.resolve({ ok: false, problem: problem() })
    return renewOnce(held)
  }

  const renewOnce = (old: Held): Promise<Result<void>> => {
    renewing ??= renewFrom(old).finally(() => {
      renewing = null
    })
    return renewing
  }

  /** An object that is not there counts as missing only after new links were tried (H48). */
  const renewForMissing = async (generation: number): Promise<Result<boolean>> => {
    if (!held) return ok(false)
    if (held.generation > generation) return ok(true)
    if (!renewing && inVain >= MOST_IN_VAIN) {
      doubtful = true
      return ok(false)
    }
    if (!renewing) inVain += 1
    const renewed = await renewOnce(held)
    return renewed.ok ? ok(true) : renewed
  }

  return {
    /** True once when parts were counted as missing without a renewal; then the next ones renew again. */
    takeDoubt: (): boolean => {
      const had = doubtful
      doubtful = false
      inVain = 0
      return had
    },
    /** The list as it is now. */
    open: async (): Promise<Result<MediaPlaylist>> => {
      const record = await links.record(signal)
      if (!record.ok) return record
      const list = await read(record.value)
      if (list.ok) held = { record: record.value, list: list.value, generation: 1, worked: false }
      return list
    },
    /** The link of one part; `part` names it whatever its signature, `pick` finds it in the present list. */
    source: (part: string, pick: (list: MediaPlaylist) => string | undefined): LinkSource => {
      let wasGone = false
      return {
        link: () => {
          const url = held ? pick(held.list) : undefined
          if (!held || url === undefined) return CHANGED
          return ok({ url, generation: held.generation })
        },
        renew: async (generation, { status, code }) => {
          if (rejectedAt.get(part) === generation) return { ok: false, problem: refusedPart(status, code) }
          if (!isGone(status)) return renew(generation, () => refusedByStorage(status, code))
          wasGone = true
          const newer = await renewForMissing(generation)
          if (newer.ok) return newer.value ? ok(undefined) : { ok: false, problem: missing(status) }
          return newer
        },
        rejected: (generation, { status, code }) => {
          rejectedAt.set(part, generation)
          return isGone(status) ? missing(status) : refusedPart(status, code)
        },
        worked: (generation) => {
          rejectedAt.delete(part)
          if (wasGone) inVain = 0
          if (held?.generation === generation) held.worked = true
        },
      }
    },
  }
}

export type ListLinks = ReturnType<typeof createListLinks>
