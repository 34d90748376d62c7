import { parseArgs } from 'node:util'
import { mutants } from './all-mutants.ts'
import { runSample } from './judge-sample.ts'
import type { Mutant } from './mutant.ts'
import { createCopy, judge, type Outcome, runTest, type Verdict } from './run-mutant.ts'

/**
 * Removes each named protection once in a copy and runs the test that must fail without it; with `--sample` random tokens
 * of core instead.
 */
const { values } = parseArgs({
  options: {
    half: { type: 'string' },
    only: { type: 'string', multiple: true },
    list: { type: 'boolean' },
    sample: { type: 'string' },
    seed: { type: 'string' },
  },
})

const selected = (): readonly Mutant[] => {
  const { half, only } = values
  if (half !== undefined && half !== '1' && half !== '2') throw new Error('--half is 1 or 2')
  const unknown = only?.filter((name) => !mutants.some((mutant) => mutant.name.includes(name))) ?? []
  if (unknown.length > 0) throw new Error(`no mutant is called ${unknown.join(', ')}`)
  const named = only ? mutants.filter(({ name }) => only.some((part) => name.includes(part))) : mutants
  return half === undefined ? named : named.filter((_mutant, index) => index % 2 === Number(half) - 1)
}

if (values.sample !== undefined) {
  const good = await runSample(Number(values.sample), Number(values.seed ?? 1))
  process.exit(good ? 0 : 1)
}
const chosen = selected()
if (values.list) {
  for (const { name, file, test } of chosen) console.log(`${name.padEnd(40)} ${file} · ${test.file}`)
  process.exit(0)
}

const copy = await createCopy()
const verdicts: [Mutant, Verdict][] = []
/** Each named test runs once without a change, however many protections it proves. */
const sounds = new Map<string, Promise<Outcome>>()
const sound = (test: Mutant['test']): Promise<Outcome> => {
  const key = JSON.stringify(test)
  const known = sounds.get(key) ?? runTest(test, copy.folder)
  sounds.set(key, known)
  return known
}
process.once('SIGINT', () => {
  copy.remove()
  process.exit(130)
})
try {
  for (const mutant of chosen) {
    const begun = performance.now()
    const verdict = await judge(mutant, copy.folder, sound)
    verdicts.push([mutant, verdict])
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    console.log(`${mutant.name.padEnd(40)} ${verdict.padEnd(26)} ${seconds.padStart(5)} s`)
  }
} finally {
  copy.remove()
}
const bad = verdicts.filter(([, verdict]) => verdict !== 'killed')
console.log(`\n${verdicts.length - bad.length} of ${verdicts.length} killed`)
for (const [{ name, test }, verdict] of bad) console.log(`${name}: ${verdict}: ${test.file} "${test.title}"`)
process.exitCode = bad.length > 0 ? 1 : 0
