import { SAMPLE_ACCOUNT } from '../account/account-rules.ts'
import type { Library } from '../library/open.ts'
import { sampleTitles } from './hand-made-sessions.ts'
import { startSampleService } from './sample-service.ts'
import type { SampleService } from './types.ts'

/** The sample service of this run: started once, when someone first wants to look at it. */
export const createSampleWorkspace = (folder: string, library: Library) => {
  let service: Promise<SampleService> | null = null
  let stopped = false

  /** A title only for a run that was never in the list: what the person wrote or took away stays as it is. */
  const nameRuns = async (): Promise<void> => {
    const fresh = sampleTitles().filter(([id]) => library.sessions.find(SAMPLE_ACCOUNT, id) === null)
    if (fresh.length === 0) return
    const ids = fresh.map(([id]) => id)
    await library.sessions.addIds(SAMPLE_ACCOUNT, ids)
    for (const [id, title] of fresh) library.reviews.review(SAMPLE_ACCOUNT, id, { title })
  }

  return {
    start: async (): Promise<{ baseUrl: string; token: string }> => {
      if (stopped) throw new Error('the program ends')
      service ??= startSampleService({ folder })
      const { baseUrl, key } = await service.catch((error: unknown) => {
        service = null // the next try begins anew
        throw error
      })
      await nameRuns()
      return { baseUrl, token: key }
    },
    stop: async (): Promise<void> => {
      stopped = true
      const running = await service?.catch(() => null) // what did not start need not end
      await running?.close()
    },
  }
}
