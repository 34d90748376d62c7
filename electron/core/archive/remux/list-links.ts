import { fail, ok, type Problem, type Result } from '../../../contract/result.ts'
import { isSameList } from '../../replay/playlist/identity.ts'
import type { MediaPlaylist } from '../../replay/playlist/model.ts'
import { readList } from '../../replay/session/load-media.ts'
import type { LinkSource } from '../../replay/storage/open.ts'
import { refusedByStorage, refusedPart } from '../../replay/storage/problems.ts'
import type { ReplayRecord } from '../../service/wire.ts'
import type { RecordLinks } from '../types.ts'

type Held = { record: ReplayRecord; list: MediaPlaylist; generation: number; worked: boolean }

const NO_LIST = fail('no-recording', 'The service has no playlist of this session.', { next: 'Check again later.' })

const CHANGED = fail('list-changed', 'The recording has another list of segments since its links were renewed.', {
  next: 'Try again: the segments are fetched anew.',
})

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
    renewing ??= renewFrom(held).finally(() => {
      renewing = null
    })
    return renewing
  }

  return {
    /** The list as it is now. */
    open: async (): Promise<Result<MediaPlaylist>> => {
      const record = await links.record(signal)
      if (!record.ok) return record
      const list = await read(record.value)
      if (list.ok) held = { record: record.value, list: list.value, generation: 1, worked: false }
      return list
    },
    /** The link of one part; `part` names it whatever its signature, `pick` finds it in the present list. */
    source: (part: string, pick: (list: MediaPlaylist) => string | undefined): LinkSource => ({
      link: () => {
        const url = held ? pick(held.list) : undefined
        return held && url !== undefined ? ok({ url, generation: held.generation }) : CHANGED
      },
      renew: (generation, { status, code }) =>
        rejectedAt.get(part) === generation
          ? Promise.resolve({ ok: false, problem: refusedPart(status, code) })
          : renew(generation, () => refusedByStorage(status, code)),
      rejected: (generation, { status, code }) => {
        rejectedAt.set(part, generation)
        return refusedPart(status, code)
      },
      worked: (generation) => {
        rejectedAt.delete(part)
        if (held?.generation === generation) held.worked = true
      },
    }),
  }
}

export type ListLinks = ReturnType<typeof createListLinks>
