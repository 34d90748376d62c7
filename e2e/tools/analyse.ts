/**
 * `node e2e/tools/analyse.ts FILE … [--json]`: the analysis record of recordings on this computer (MP4, or a playlist
 * beside its segments), made as the program makes it: its decoder in a headless Chromium, its interpreter here.
 * With `--json` one object a line. Exit code 1 when a file could not be analysed.
 */
import { parseArgs } from 'node:util'
import { analyseFile } from './analyse/analyse-file.ts'
import { startDecoder } from './analyse/decoder-host.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'boolean' } } })
if (positionals.length === 0) {
  console.error('Usage: node e2e/tools/analyse.ts FILE … [--json]')
  process.exit(2)
}

const clock = (ms: number): string =>
  `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1_000) % 60).padStart(2, '0')}`
const range = ({ startMs, endMs }: { startMs: number; endMs: number }): string => `${clock(startMs)}–${clock(endMs)}`

const decoder = await startDecoder()
try {
  for (const file of positionals) {
    const result = await analyseFile(decoder, file)
    if (!result.ok) {
      process.exitCode = 1
      if (values.json) console.log(JSON.stringify({ file, error: result.error }))
      else console.error(`${file}: ${result.error}`)
      continue
    }
    const { record } = result
    if (values.json) {
      const screens = record.screens.map((screen) => ({ ...screen, title: null }))
      console.log(JSON.stringify({ file, ...record, screens, text: null }))
      continue
    }
    const stillMs = record.still.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
    console.log(`${file}: ${clock(record.durationMs)} long, ${clock(record.durationMs - stillMs)} of activity`)
    console.log(`  still    ${record.still.map(range).join(' ') || 'none'}`)
    console.log(
      `  screens  ${record.screens.map((one) => `${range(one)} ${one.hash}`).join('\n           ') || 'none'}`,
    )
    for (const { period, count, ...loop } of record.loops)
      console.log(`  loop     ${range(loop)}, ${period} ${period === 1 ? 'screen' : 'screens'}, ${count} times`)
    if (record.frozenEnd) console.log(`  frozen   ${range(record.frozenEnd)}`)
  }
} finally {
  await decoder.close()
}
