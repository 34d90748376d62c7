import { fixture } from '../../electron/core/media/testing/media-fixtures.ts'
import { type StorageServer, startStorage } from '../../electron/core/media/testing/storage-server.ts'
import { test as base } from './fixtures.ts'

/** What only a real player shows. Media: six seconds of a test picture, in three segments of two seconds. */
export const test = base.extend<{ storage: StorageServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its pattern.
  storage: async ({}, use) => {
    const storage = await startStorage()
    for (const i of [0, 1, 2]) storage.put(`/${i}.ts`, fixture(`clear-${i}.mpegts`))
    storage.put('/video.mp4', fixture('video.mp4'), { type: 'video/mp4' })
    await use(storage)
    await storage.close()
  },
})

export const three = (storage: StorageServer, query = ''): string[] =>
  [0, 1, 2].map((i) => `${storage.origin}/${i}.ts${query}`)
