import { expect, test } from 'vitest'
import { createClock } from '../../base/clock.ts'
import { plainLink } from './object-text.ts'
import { createOpenObject } from './open-object.ts'
import type { Answer } from './storage-transport.ts'

test('a storage that stays busy ends as a fault that may pass, after every pause', async () => {
  let asked = 0
  const openObject = createOpenObject({
    transport: async (): Promise<Answer> => {
      asked += 1
      return { status: 503, header: () => null, body: (async function* () {})(), discard: () => {} }
    },
    clock: createClock(),
    timing: { headTimeoutMs: 1_000, stallMs: 1_000, pausesMs: [1, 1] },
  })
  const opened = openObject(plainLink('https://h.example/a.ts'), null, 'media', new AbortController().signal)
  await expect(opened).rejects.toMatchObject({ transient: true })
  expect(asked).toBe(3)
})
