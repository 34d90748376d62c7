import { startSampleService } from './sample-service.ts'
import type { SampleService } from './sample-session.ts'

/** The sample service of this run: started once, when someone first wants to look at it. */
export const createSampleWorkspace = (folder: string) => {
  let service: Promise<SampleService> | null = null
  let stopped = false

  return {
    start: async (): Promise<{ baseUrl: string; token: string }> => {
      if (stopped) throw new Error('the program ends')
      service ??= startSampleService({ folder })
      const { baseUrl, key } = await service.catch((error: unknown) => {
        service = null // the next attempt starts over
        throw error
      })
      return { baseUrl, token: key }
    },
    stop: async (): Promise<void> => {
      stopped = true
      const running = await service?.catch(() => null) // what did not start need not end
      await running?.close()
    },
  }
}
