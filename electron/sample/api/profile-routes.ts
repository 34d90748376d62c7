import type { SampleFaults } from '../faults.ts'
import { instantText } from '../sessions/instants.ts'
import { type ApiRoute, answer, invalid, refusal } from './api-answers.ts'
import { envelope, readPage } from './paging.ts'
import { sampleCookies, sampleProfiles } from './sample-cookies.ts'

/** Profiles (docs/deployments.md, Listing) and their cookies (docs/service-contract.md, Endpoints). */
export const profileRoutes = (faults: SampleFaults, startedAt: number): ApiRoute[] => {
  const profiles = sampleProfiles(startedAt)
  /** Each time the cookies are read, the agent has been there once more. */
  const visits = new Map<string, number>()
  return [
    {
      method: 'GET',
      path: '/profiles',
      optional: 'profiles',
      run: (request) => {
        const { page, faults: odd } = readPage(request)
        if (!page) return invalid(...odd)
        const start = (page.page - 1) * page.pageSize
        const items = profiles.slice(start, start + page.pageSize).map((one, index) => ({
          profile_id: one.id,
          name: one.name,
          created_at: instantText(one.createdAt, index),
          updated_at: instantText(one.updatedAt, index + 1),
          persisted_domains: one.domains,
        }))
        return answer(envelope(items, page, profiles.length))
      },
    },
    {
      method: 'GET',
      path: '/profiles/:id/cookies',
      run: ({ params }) => {
        const id = params.id ?? ''
        if (!profiles.some((one) => one.id === id)) {
          return refusal(faults.api.errorBodies, 404, `Profile ${id} not found`)
        }
        const before = visits.get(id) ?? 0
        visits.set(id, before + 1)
        return answer({ cookies: sampleCookies(id, startedAt, before) })
      },
    },
  ]
}
