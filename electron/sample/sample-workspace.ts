import { startSampleService } from './sample-service.ts'
import type { SampleService } from './sample-session.ts'

/** The sample service of this run: started when someone wants to look at it, and ended with its account. */
export const createSampleWorkspace = (folder: string) => {
  let service: Promise<SampleService> | null = null
  let stopped = false

  const end = async (): Promise<void> => {
    const ending = service
    service = null
    const running = await ending?.catch(() => null) // what did not start need not end
    await running?.close()
  }

  return {
    start: async (): Promise<{ baseUrl: string; token: string }> => {
      if (stopped) throw new Error('the program ends')
      service ??= startSampleService({ folder })
      const starting = service
      const { baseUrl, key } = await starting.catch((error: unknown) => {
        if (service === starting) service = null // the next attempt starts over
        throw error
      })
      return { baseUrl, token: key }
    },
    end,
    stop: (): Promise<void> => {
      stopped = true
      return end()
    },
  }
}
