import { fail, ok, type Result } from '../../../../contract/result.ts'
import type { Clock, Log } from '../../../base/ports.ts'
import { createLease } from '../../../media/lease/lease.ts'
import { createPartSources } from '../../../media/lease/part-sources.ts'
import { isSameList } from '../../../media/playlist/identity.ts'
import { type LoadText, loadPlaylist } from '../../../media/playlist/load-playlist.ts'
import type { MediaPlaylist } from '../../../media/playlist/model.ts'
import type { LinkSource } from '../../../media/storage/open-object.ts'
import { isMissing, missing, refusedPart } from '../../../media/storage/storage-problems.ts'
import type { ReplayRecord } from '../../../service/answers/wire.ts'
import type { RecordLinks } from '../../archive-types.ts'

type Signed = { record: ReplayRecord; list: MediaPlaylist }

const NO_LIST = fail('no-recording', 'The service has no playlist for this session.', { next: 'Retry later.' })

const CHANGED = fail('list-changed', 'The list of segments changed when the links were renewed.', {
  next: 'Retry: the segments are downloaded again.',
})

/** Renewals in a row that did not bring a missing part; more of them would only cost requests. */
const MOST_IN_VAIN = 3

/**
 * The list of a recording and the link that each of its parts has now. Links are renewed only for the same list:
 * otherwise parts of two recordings would be joined (P22).
 */
export const createListLinks = (config: {
  links: RecordLinks
  loadText: LoadText
  clock: Clock
  log: Log
  signal: AbortSignal
}) => {
  const { links, loadText, clock, log, signal } = config
  /** Renewals for missing parts since the last one that brought a part. */
  let inVain = 0
  /** A part was counted as missing without a renewal of its own. */
  let doubtful = false

  const lease = createLease<Signed>({
    name: 'archive',
    clock,
    serverClock: { now: clock.now, toLocal: (time) => time },
    leadMs: () => 0,
    log,
    load: async (previous) => {
      const answer = await (previous ? links.renew(previous.record, signal) : links.record(signal))
      if (!answer.ok) return answer
      const record = answer.value
      const list = record.playlist === null ? NO_LIST : await loadPlaylist(record.playlist, loadText)
      if (!list.ok) return list
      if (previous && !isSameList(previous.list, list.value)) return CHANGED
      // The expiry is watched where the record is fetched, not here.
      return ok({ value: { record, list: list.value }, recordExpiresAt: null, signatureExpiresAt: null })
    },
  })
  const sourceOf = createPartSources(lease, CHANGED)

  /** An object that is not there counts as missing only after new links were tried (H48). */
  const renewForMissing = async (generation: number): Promise<Result<boolean>> => {
    const current = lease.current()
    if (!current) return ok(false)
    if (current.generation > generation) return ok(true)
    if (!lease.isRenewing()) {
      if (inVain >= MOST_IN_VAIN) {
        doubtful = true
        return ok(false)
      }
      inVain += 1
    }
    const renewed = await lease.replace(generation)
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
      const started = await lease.start()
      const current = lease.current()
      return current ? ok(current.value.list) : started.ok ? NO_LIST : started
    },
    /** The link of one part; `part` names it whatever its signature, `pick` finds it in the list. */
    source: (part: string, pick: (list: MediaPlaylist) => string | undefined): LinkSource => {
      let wasMissing = false
      const linkIn = ({ list }: Signed) => {
        const url = pick(list)
        return url === undefined ? CHANGED : ok(url)
      }
      const source = sourceOf(
        { name: part, linkIn },
        {
          renew: async (generation, refusal) => {
            if (!isMissing(refusal.status)) return lease.renewAfterRefusal(generation, refusal)
            wasMissing = true
            const newer = await renewForMissing(generation)
            if (newer.ok) return newer.value ? ok(undefined) : { ok: false, problem: missing(refusal.status) }
            return newer
          },
          rejected: (_generation, { status, code }) => refusedPart(status, code),
        },
      )
      return {
        ...source,
        worked: (generation) => {
          if (wasMissing) inVain = 0
          source.worked(generation)
        },
      }
    },
  }
}

export type ListLinks = ReturnType<typeof createListLinks>
