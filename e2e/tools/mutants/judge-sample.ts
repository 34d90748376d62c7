import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSource } from './mutant.ts'
import { createCopy, runVitest, type Verdict } from './run-mutant.ts'
import { mutated, sampleOf, type TokenMutant, tokensOf } from './sample-mutants.ts'

const CORE = 'electron/core'
/** Longest run of the tests that are related to one file, ms. */
const LONGEST_MS = 150_000

const coreFiles = (): string[] =>
  execFileSync('git', ['ls-files', CORE], { cwd: join(import.meta.dirname, '../../..'), encoding: 'utf8' })
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(file))

/** The tests of the file's own part of core first, since they take seconds; all that are related where those pass. */
const judge = async (mutant: TokenMutant, folder: string): Promise<Verdict> => {
  const { file } = mutant
  const path = join(folder, file)
  const before = readFileSync(path, 'utf8')
  writeFileSync(path, mutated(before, mutant))
  try {
    const part = file.split('/').slice(0, 3).join('/')
    const own = await runVitest(['run', part.endsWith('.ts') ? part : `${part}/`, '--bail=1'], folder, LONGEST_MS)
    const outcome = own === 'failed' ? own : await runVitest(['related', file, '--run', '--bail=1'], folder, LONGEST_MS)
    if (outcome === 'failed') return 'killed'
    return outcome === 'passed' ? 'survived' : 'not decided'
  } finally {
    writeFileSync(path, before)
  }
}

/** Random mutants of core. Answers whether at least 95 % of those that were decided died. */
export const runSample = async (count: number, seed: number): Promise<boolean> => {
  const all = coreFiles().flatMap((file) => tokensOf(file, readSource(file)))
  const copy = await createCopy()
  const verdicts: Verdict[] = []
  process.once('SIGINT', () => {
    copy.remove()
    process.exit(130)
  })
  try {
    for (const mutant of sampleOf(all, count, seed)) {
      const verdict = await judge(mutant, copy.folder)
      verdicts.push(verdict)
      console.log(`${verdict.padEnd(12)} ${mutant.file}:${mutant.line} "${mutant.from}" → "${mutant.to}"`)
    }
  } finally {
    copy.remove()
  }
  const killed = verdicts.filter((verdict) => verdict === 'killed').length
  const decided = killed + verdicts.filter((verdict) => verdict === 'survived').length
  console.log(
    `\n${killed} of ${decided} decided killed, ${verdicts.length - decided} not decided, of ${all.length} in core`,
  )
  return killed >= 0.95 * decided
}
