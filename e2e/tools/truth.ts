/**
 * `node e2e/tools/truth.ts [NAME …] [--write] [--verbose]`: makes recordings whose events are known, analyses them as the
 * program does, and compares. With `--write` their luma grids become the fixtures of the interpreter's tests.
 * Needs ffmpeg: exit code 2 without it. Exit code 1 when a bar does not hold over the recordings tuned with, or over a set
 * of those kept apart.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readGrids, recordOf } from './analyse/analyse-file.ts'
import { startDecoder } from './analyse/decoder-host.ts'
import { type Comparison, compare, holds, precision, recall, total } from './truth/compare.ts'
import { packGrids } from './truth/grid-file.ts'
import { makeRecording } from './truth/make-recording.ts'
import { variants } from './truth/variants.ts'

const FIXTURES = join(import.meta.dirname, 'truth/fixtures')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' }, verbose: { type: 'boolean' } },
})

const rows: Record<string, object> = {}
const row = (name: string, one: Comparison): void => {
  const share = (value: number): number => Number(value.toFixed(3))
  rows[name] = {
    'still precision': share(precision(one.still)),
    'still recall': share(recall(one.still)),
    'screens precision': share(precision(one.screens)),
    'screens recall': share(recall(one.screens)),
    'loops right/found/real': `${one.loops.right}/${one.loops.found}/${one.loops.real}`,
    'frozen right/found/real': `${one.frozen.right}/${one.frozen.found}/${one.frozen.real}`,
    'end screen': one.endScreen,
    holds: holds(one),
  }
}

if (spawnSync(process.env.FFMPEG ?? 'ffmpeg', ['-version']).error) {
  console.error('The recordings are made with ffmpeg, which is not found here. Install it, or name it in FFMPEG.')
  process.exit(2)
}
const decoder = await startDecoder()
const compared: { apart: (typeof variants)[number]['apart']; comparison: Comparison }[] = []
try {
  for (const variant of variants) {
    if (positionals.length > 0 && !positionals.includes(variant.name)) continue
    const file = await makeRecording(decoder.browser, variant)
    const grids = await readGrids(decoder, file)
    if (!grids.ok) throw new Error(`${variant.name}: ${grids.error}`)
    if (values.write) writeFileSync(join(FIXTURES, `${variant.name}.grids.gz`), packGrids(grids))
    const { truth } = variant.script()
    const record = recordOf(grids)
    const comparison = compare(record, truth)
    compared.push({ apart: variant.apart, comparison })
    row(variant.name, comparison)
    console.log(`${variant.name}: ${holds(comparison) ? 'holds' : 'DOES NOT HOLD'} (${file})`)
    if (values.verbose) console.log(JSON.stringify({ truth, record: { ...record, activity: undefined } }, null, 1))
  }
} finally {
  await decoder.close()
}
for (const [name, apart] of [
  ['all tuned with', false],
  ['all kept apart, first set', 'first'],
  ['all kept apart, second set', 'second'],
  ['all kept apart, third set', 'third'],
] as const) {
  const some = compared.filter((one) => one.apart === apart).map(({ comparison }) => comparison)
  if (some.length === 0) continue
  row(name, total(some))
  if (!holds(total(some))) process.exitCode = 1
}
console.table(rows)
