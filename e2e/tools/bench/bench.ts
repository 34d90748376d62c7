/**
 * `npm run bench -- [library|replay|archive|window|analysis|start] [--json] [its own switches]`: one group of benches, or
 * all of them, one after the other, and one table of all rows at the end. The exit code is 1 when a bar does not hold or
 * a bench could not run.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Row, report } from './bench-report.ts'

const groups: Record<string, string[]> = {
  library: ['bench-library.ts'],
  replay: ['bench-replay.ts'],
  archive: ['bench-archive.ts', 'bench-archive-hls.ts', 'bench-archive-loop.ts'],
  window: ['bench-cookies.ts', 'bench-window.ts'],
  analysis: ['bench-analysis.ts'],
  start: ['bench-start.ts'],
}
const [first = '', ...others] = process.argv.slice(2)
const isGroup = Object.hasOwn(groups, first)
const files = isGroup ? (groups[first] ?? []) : Object.values(groups).flat()
const rest = (isGroup ? others : process.argv.slice(2)).filter((text) => text !== '--json')

type Outcome = { rows: Row[]; failed: string | null }

/** A line of the table that each bench prints of its own rows. */
const OF_A_TABLE = /^[┌│├└]/

/** Runs one bench, shows what it says as it comes, and takes its rows from the line for programs. */
const run = async (file: string): Promise<Outcome> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), '--json', ...rest], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let rows: Row[] | null = null
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{"rows":')) rows = (JSON.parse(line) as { rows: Row[] }).rows
    else if (!OF_A_TABLE.test(line)) console.error(line)
  }
  const code = await ended
  return { rows: rows ?? [], failed: rows === null ? `${file} ended with ${code} and no rows` : null }
}

const outcomes: Outcome[] = []
for (const file of files) outcomes.push(await run(file))
report(
  isGroup ? first : 'All benches',
  outcomes.flatMap(({ rows }) => rows),
  process.argv.includes('--json'),
)
for (const { failed } of outcomes) {
  if (failed === null) continue
  console.error(failed)
  process.exitCode = 1
}
