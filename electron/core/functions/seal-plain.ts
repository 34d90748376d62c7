import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Library } from '../library/library.ts'
import type { SourceStore } from './source-store.ts'

/**
 * Seals what rests plain, from before there was a key, a few rows at a time, so that nothing waits for it. The rows are
 * erased when the program ends (library.plainSources.erase). Ends early where the keychain gives no key; the next start continues.
 */
export const sealPlain = async (
  store: Pick<SourceStore, 'keyAtHand' | 'toStore'>,
  library: Pick<Library, 'plainSources' | 'write'>,
  ended: AbortSignal,
): Promise<void> => {
  const { plainSources } = library
  while (!ended.aborted) {
    const rows = plainSources.next()
    if (!rows.ok || rows.value.length === 0) return
    const key = await store.keyAtHand()
    if (!key) return
    const sealed = rows.value.map((row) => ({
      row,
      text: store.toStore(row.accountId, row, row.text, key, row.id ?? undefined),
    }))
    const replaced = await library.write(() => plainSources.replace(sealed))
    if (!replaced.ok || replaced.value === 0) return
    await nextTurn()
  }
}
