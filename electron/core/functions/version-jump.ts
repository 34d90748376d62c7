import type { FunctionSent } from '../../contract/models/function-models.ts'
import type { KnownSource } from './source-store.ts'

type Versions = Pick<KnownSource, 'version' | 'sourceFunctionId'>

const numberOf = (version: string | null): number | null =>
  version !== null && /^\d{1,15}$/.test(version) ? Number(version) : null

/**
 * What shows that another client sent in between: the version rose by more than this send, or the catalogue function is
 * another one. Null where that does not show: nothing was known before, or versions that are no numbers (E04).
 */
export const jumpOf = (before: Versions | null, after: Versions): FunctionSent['jumped'] => {
  if (!before) return null
  const [from, to] = [numberOf(before.version), numberOf(after.version)]
  if (from !== null && to !== null && to > from + 1) return { from: String(from), to: String(to) }
  const ids = [before.sourceFunctionId, after.sourceFunctionId] as const
  return ids[0] !== null && ids[1] !== null && ids[0] !== ids[1] ? { from: ids[0], to: ids[1] } : null
}
