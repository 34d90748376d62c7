import { ok, type Problem, type Result } from '../../../contract/result.ts'
import type { LinkSource, Refusal } from '../storage/open-object.ts'
import { refusedPart } from '../storage/storage-problems.ts'
import type { LinkLease } from './lease.ts'

/** One part of a recording: `name` is the same over all renewals, `linkIn` finds its link in what the lease has now. */
export type Part<T> = { name: string; linkIn: (value: T) => Result<string> }

type Rules = {
  /** The link was refused for the first time: answers once newer links are there, or why there are none. */
  renew: (generation: number, refusal: Refusal) => Promise<Result<void>>
  /** The new link was refused as well. Answers the problem to show. */
  rejected: (generation: number, refusal: Refusal) => Problem
}

/**
 * The links of a recording's parts from one lease. A part that new links did not help is not a reason for further
 * renewals before the links change anyway: one missing object must not become a storm of requests (P24).
 */
export const createPartSources = <T>(lease: Pick<LinkLease<T>, 'current' | 'worked'>, none: Result<never>) => {
  const rejectedAt = new Map<string, number>()

  return ({ name, linkIn }: Part<T>, rules: Rules): LinkSource => ({
    link: () => {
      const current = lease.current()
      if (!current) return none
      const url = linkIn(current.value)
      return url.ok ? ok({ url: url.value, generation: current.generation }) : url
    },
    renew: async (generation, refusal) =>
      rejectedAt.get(name) === generation
        ? { ok: false, problem: refusedPart(refusal.status, refusal.code) }
        : rules.renew(generation, refusal),
    rejected: (generation, refusal) => {
      rejectedAt.set(name, generation)
      return rules.rejected(generation, refusal)
    },
    worked: (generation) => {
      rejectedAt.delete(name)
      lease.worked(generation)
    },
  })
}
