/** `npm run bench -- [library|replay|archive|cookies|analysis] [its own switches]`: one bench, or all of them one after the other. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const benches: Record<string, string[]> = {
  library: ['bench-library.ts'],
  replay: ['bench-replay.ts'],
  archive: ['bench-archive.ts', 'bench-archive-hls.ts', 'bench-archive-loop.ts'],
  cookies: ['bench-cookies.ts'],
  analysis: ['bench-analysis.ts'],
}
const [name = '', ...rest] = process.argv.slice(2)
const chosen = Object.hasOwn(benches, name) ? (benches[name] ?? []) : Object.values(benches).flat()
const switches = Object.hasOwn(benches, name) ? rest : process.argv.slice(2)

for (const file of chosen) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, file), ...switches], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
