import type { Library } from '../library/open.ts'
import { sampleTitles } from './hand-made-sessions.ts'
import { startSampleService } from './sample-service.ts'
import type { SampleService } from './types.ts'

/** The account of the sample workspace; its reviews stay from run to run though its port changes. */
const ACCOUNT = 'sample'

/** The sample service of this run: started once, when someone first wants to look at it. */
export const createSampleWorkspace = (folder: string, library: Library) => {
  let service: Promise<SampleService> | null = null

  /** A title only for a run that was never in the list: what the person wrote or took away stays as it is. */
  const nameRuns = async (): Promise<void> => {
    const fresh = sampleTitles().filter(([id]) => library.sessions.find(ACCOUNT, id) === null)
    if (fresh.length === 0) return
    const ids = fresh.map(([id]) => id)
    await library.sessions.addIds(ACCOUNT, ids)
    for (const [id, title] of fresh) library.reviews.review(ACCOUNT, id, { title })
  }

  return {
    start: async (): Promise<{ baseUrl: string; token: string }> => {
      service ??= startSampleService({ folder })
      const { baseUrl, key } = await service
      await nameRuns()
      return { baseUrl, token: key }
    },
    stop: async (): Promise<void> => {
      await (await service)?.close()
    },
  }
}
