import { archiveMutants } from './archive.ts'
import { boundMutants } from './bounds.ts'
import type { Mutant } from './mutant.ts'
import { packageMutants } from './package.ts'
import { pageMutants } from './page.ts'
import { programMutants } from './program.ts'
import { secretMutants } from './secrets.ts'
import { serviceMutants } from './service.ts'
import { storageMutants } from './storage.ts'

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
