/** `npm run bench -- [library|replay] [its own switches]`: one bench, or all of them one after the other. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const benches = ['library', 'replay']
const [name = '', ...rest] = process.argv.slice(2)
const chosen = benches.includes(name) ? [name] : benches
const switches = benches.includes(name) ? rest : process.argv.slice(2)

for (const bench of chosen) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `bench-${bench}.ts`), ...switches], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}
