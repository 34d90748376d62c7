import { expect, test } from 'vitest'
import { memoryKeychain } from '../account/testing/test-keychain.ts'
import { SNAPSHOT_KEY } from '../cookies/snapshots/snapshots.ts'
import { quietLog, unwrap } from '../library/testing/test-library.ts'
import { createSealingKeys } from './sealing-keys.ts'

test('L19: programs that make the first key at one moment can open what each of them sealed', async () => {
  const shared = memoryKeychain()
  const programs = Array.from({ length: 3 }, () => createSealingKeys(shared, quietLog(), SNAPSHOT_KEY))
  const made = (await Promise.all(programs.map((keys) => keys.present()))).map(unwrap)
  const later = createSealingKeys(shared, quietLog(), SNAPSHOT_KEY)
  for (const key of made) expect(unwrap(await later.named(key.id)).key).toEqual(key.key)
  const present = unwrap(await later.present())
  for (const keys of programs) expect(unwrap(await keys.present()).id).toEqual(present.id)
})

test('L19: a write that another program’s key overtook uses that key', async () => {
  const shared = memoryKeychain()
  const other = createSealingKeys(shared, quietLog(), SNAPSHOT_KEY)
  let overtaken = false
  const keychain: typeof shared = {
    ...shared,
    write: async (name, secret) => {
      if (overtaken || name !== 'cookie-snapshots') return shared.write(name, secret)
      overtaken = true
      await other.present()
      return { ok: false, problem: { code: 'keychain', message: 'The keychain did not keep it.' } }
    },
  }
  const mine = unwrap(await createSealingKeys(keychain, quietLog(), SNAPSHOT_KEY).present())
  expect(mine.id).toEqual(unwrap(await other.present()).id)
})
