import { archiveMutants } from './archive-mutants.ts'
import { boundMutants } from './bounds-mutants.ts'
import type { Mutant } from './mutant.ts'
import { packageMutants } from './package-mutants.ts'
import { pageMutants } from './page-mutants.ts'
import { programMutants } from './program-mutants.ts'
import { secretMutants } from './secrets-mutants.ts'
import { serviceMutants } from './service-mutants.ts'
import { storageMutants } from './storage-mutants.ts'

/** Every protection that `npm run mutants` removes, once each. */
export const mutants: readonly Mutant[] = [
  ...pageMutants,
  ...programMutants,
  ...serviceMutants,
  ...storageMutants,
  ...archiveMutants,
  ...secretMutants,
  ...packageMutants,
  ...boundMutants,
]
