import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ok } from '../../../contract/result.ts'
import { createSampleWorkspace } from '../../../sample/sample-workspace.ts'
import { createClock } from '../../base/clock.ts'
import { createCore } from '../../core.ts'

// A real process that archives what is queued in the folder, to be killed at any moment.
const [folder = ''] = process.argv.slice(2)
const entries = new Map<string, string>(JSON.parse(readFileSync(join(folder, 'keychain.json'), 'utf8')))
const quiet = () => {}
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const core = createCore({
  fetch,
  keychain: {
    read: async (key) => ok(entries.get(key) ?? null),
    write: async () => ok(undefined),
    remove: async () => ok(undefined),
  },
  clock: createClock(),
  paths: { data: join(folder, 'data'), cache: join(folder, 'cache'), videos: folder },
  log: { info: quiet, warn: quiet, error: say },
  version: '1.2.3',
  runtime: 'electron',
  sample: createSampleWorkspace(''),
  platform: 'linux',
  demo: false,
})
const wanted = Number(process.argv[3])
core.onAnyEvent((name, payload) => {
  if (name !== 'archive.changed') return
  const { totals } = payload as { totals: { done: number } }
  say(JSON.stringify(totals))
  if (totals.done === wanted) void core.dispose().then(() => process.exit(0))
})
say('started')
core.start()
// Everything was done before it was killed.
void core.handlers['archive.query']({
  text: '',
  states: [],
  sort: 'added',
  direction: 'asc',
  offset: 0,
  limit: 1,
}).then((page) => {
  if (page.ok && page.value.totals.done === wanted) void core.dispose().then(() => process.exit(0))
})
setInterval(quiet, 1_000)
