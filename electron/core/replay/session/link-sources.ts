import { ok, type Problem } from '../../../contract/result.ts'
import type { LeaseKeeper } from '../../media/lease/lease.ts'
import type { LinkSource } from '../../media/storage/open.ts'
import { isMissing, refusedPart } from '../../media/storage/problems.ts'
import type { ReplayMedia } from './load-media.ts'
import type { MediaItem } from './media.ts'

const GONE: Problem = {
  code: 'list-changed',
  message: 'The recording no longer has this part.',
  next: 'Open it again.',
}

/**
 * Connects a part of a recording with its lease. A part that new links did not help is not a reason for
 * further renewals before the links change anyway: one dead object must not become a storm (P24).
 */
export const createLinkSources = (
  lease: Pick<LeaseKeeper<ReplayMedia>, 'current' | 'renewAfterRefusal' | 'rejected' | 'worked'>,
  onUnusable: (problem: Problem) => void,
) => {
  const rejectedAt = new Map<string, number>()

  const source = (part: string, pick: (media: ReplayMedia) => MediaItem | null | undefined): LinkSource => ({
    link: () => {
      const current = lease.current()
      const item = current && pick(current.value)
      if (!current || !item || item.absent) return { ok: false, problem: GONE }
      return ok({ url: item.url, generation: current.generation })
    },
    renew: async (generation, refusal) => {
      if (rejectedAt.get(part) === generation) {
        return { ok: false, problem: refusedPart(refusal.status, refusal.code) }
      }
      const renewed = await lease.renewAfterRefusal(generation)
      if (renewed.ok) return renewed
      // These links are new already: what they miss is missing, and says nothing of the others.
      if (isMissing(refusal.status) && renewed.problem.code === 'links-dead') {
        return { ok: false, problem: refusedPart(refusal.status, refusal.code) }
      }
      onUnusable(renewed.problem)
      return renewed
    },
    rejected: (generation, refusal) => {
      rejectedAt.set(part, generation)
      if (isMissing(refusal.status)) return refusedPart(refusal.status, refusal.code)
      const problem = lease.rejected(generation, refusal)
      if (problem.code === 'links-dead') onUnusable(problem)
      return problem
    },
    worked: (generation) => {
      rejectedAt.delete(part)
      lease.worked(generation)
    },
  })

  return {
    item: (index: number): LinkSource => source(String(index), (media) => media.list?.items[index]),
    video: (): LinkSource => source('mp4', (media) => media.mp4),
  }
}
