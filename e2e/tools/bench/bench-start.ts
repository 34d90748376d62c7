/**
 * How long a start takes: `node e2e/tools/bench/bench-start.ts [--json] [--runs N]`, after `npm run build`. The window until
 * the sample's sessions stand in the list, and `replay-desk sessions` beside a bare Node that asks the same service for
 * the same page.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { startSampleService } from '../../../electron/sample/sample-service.ts'
import { atMost, median, type Row, report, within } from './bench-report.ts'

const READY_MS = 2_500
const CLI_RATIO = 1.2

const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, runs: { type: 'string', default: '5' } },
})
const runs = Math.max(1, Number(values.runs))
const root = join(import.meta.dirname, '../../..')
const run = promisify(execFile)
const home = mkdtempSync(join(tmpdir(), 'desk-bench-'))

/** Milliseconds until the list stands, of a whole start of the program. */
const ready = async (): Promise<number> => {
  const { stdout } = await run(process.execPath, [join(root, 'e2e/host/start/start-host.js'), '--smoke'])
  const last = stdout.trim().split('\n').at(-1) ?? ''
  const { ready_ms } = JSON.parse(last) as { ready_ms: number | null }
  if (ready_ms === null) throw new Error(`the start failed: ${last}`)
  return ready_ms
}

const timed = async (args: string[], env: Record<string, string>): Promise<number> => {
  const began = performance.now()
  await run(process.execPath, args, { env: { ...process.env, ...env } })
  return performance.now() - began
}

const ASK = `
const { SERVICE, KEY } = process.env
const answer = await fetch(SERVICE + '/sessions', { headers: { authorization: 'Bearer ' + KEY } })
if (!answer.ok) throw new Error(String(answer.status))
console.log((await answer.text()).length)`

const bench = async (): Promise<Row[]> => {
  const service = await startSampleService({ folder: join(root, 'assets/sample') })
  try {
    const windows: number[] = []
    const commands: number[] = []
    const bare: number[] = []
    const cli = [join(root, 'electron/cli/replay-desk.js'), 'sessions']
    const env = {
      HOME: home,
      XDG_CONFIG_HOME: home,
      REPLAY_DESK_BASE_URL: service.baseUrl,
      REPLAY_DESK_TOKEN: service.key,
    }
    await ready() // what is compiled once is not counted
    await timed(cli, env)
    for (let n = 0; n < runs; n++) {
      windows.push(await ready())
      commands.push(await timed(cli, env))
      bare.push(await timed(['--input-type=module', '-e', ASK], { SERVICE: service.baseUrl, KEY: service.key }))
    }
    return [
      within('start until the list stands, ms', median(windows), READY_MS),
      atMost('replay-desk sessions, ms', median(commands), median(bare), 'bare node and request', CLI_RATIO),
    ]
  } finally {
    await service.close()
  }
}

try {
  report(`Start, ${runs} runs`, await bench(), values.json)
} finally {
  rmSync(home, { recursive: true, force: true })
}
