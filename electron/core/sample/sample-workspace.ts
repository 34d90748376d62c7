import { startSampleService } from './sample-service.ts'
import type { SampleService } from './types.ts'

/** The sample service of this run: started once, when someone first wants to look at it. */
export const createSampleWorkspace = (folder: string) => {
  let service: Promise<SampleService> | null = null
  return {
    start: async (): Promise<{ baseUrl: string; token: string }> => {
      service ??= startSampleService({ folder })
      const { baseUrl, key } = await service
      return { baseUrl, token: key }
    },
    stop: async (): Promise<void> => {
      await (await service)?.close()
    },
  }
}
