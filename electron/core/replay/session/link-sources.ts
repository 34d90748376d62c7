import { fail, ok, type Problem } from '../../../contract/result.ts'
import type { LinkLease } from '../../media/lease/lease.ts'
import { createPartSources } from '../../media/lease/part-sources.ts'
import type { LinkSource } from '../../media/storage/open-object.ts'
import { isMissing, refusedPart } from '../../media/storage/storage-problems.ts'
import type { ReplayMedia } from './load-media.ts'
import type { MediaItem } from './media.ts'

const GONE = fail('list-changed', 'The recording no longer has this part.', { next: 'Open it again.' })

/** The parts of an open replay and their lease; `onUnusable` is called when no part has usable links any more. */
export const createLinkSources = (
  lease: Pick<LinkLease<ReplayMedia>, 'current' | 'renewAfterRefusal' | 'rejected' | 'worked'>,
  onUnusable: (problem: Problem) => void,
) => {
  const sourceOf = createPartSources(lease, GONE)

  const source = (name: string, pick: (media: ReplayMedia) => MediaItem | null | undefined): LinkSource =>
    sourceOf(
      {
        name,
        linkIn: (media) => {
          const item = pick(media)
          return item && !item.absent ? ok(item.url) : GONE
        },
      },
      {
        renew: async (generation, refusal) => {
          const renewed = await lease.renewAfterRefusal(generation, refusal)
          if (renewed.ok) return renewed
          // These links are new already: what they miss is missing, and says nothing of the others.
          if (isMissing(refusal.status) && renewed.problem.code === 'links-expired') {
            return { ok: false, problem: refusedPart(refusal.status, refusal.code) }
          }
          onUnusable(renewed.problem)
          return renewed
        },
        rejected: (generation, refusal) => {
          if (isMissing(refusal.status)) return refusedPart(refusal.status, refusal.code)
          const problem = lease.rejected(generation, refusal)
          if (problem.code === 'links-expired') onUnusable(problem)
          return problem
        },
      },
    )

  return {
    item: (index: number): LinkSource => source(String(index), (media) => media.list?.items[index]),
    video: (): LinkSource => source('mp4', (media) => media.mp4),
  }
}
