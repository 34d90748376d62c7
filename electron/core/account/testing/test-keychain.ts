import { fail, ok } from '../../../contract/result.ts'
import type { Keychain } from '../../base/ports.ts'

/** A keychain whose secrets a test can look into. */
export const memoryKeychain = (entries = new Map<string, string>()): Keychain & { entries: Map<string, string> } => ({
  entries,
  read: async (key) => ok(entries.get(key) ?? null),
  write: async (key, secret) => {
    entries.set(key, secret)
    return ok(undefined)
  },
  remove: async (key) => {
    entries.delete(key)
    return ok(undefined)
  },
})

/** A desktop without a keychain. */
export const noKeychain = (): Keychain => {
  const none = async () => fail('keychain', 'No keychain service is running.', { next: 'Install one.' })
  return { read: none, write: none, remove: none }
}
