import { join } from 'node:path'
import { fail } from '../../../contract/result.ts'
import { createSampleWorkspace } from '../../../sample/sample-workspace.ts'
import { createClock } from '../../base/clock.ts'
import { createCore } from '../../core.ts'

// A real process that imports a folder, to be killed at any moment.
const [folder = '', from = ''] = process.argv.slice(2)
const noKeychain = async () => fail('keychain', 'There is no keychain here.')
const quiet = () => {}
const core = createCore({
  fetch,
  keychain: { read: noKeychain, write: noKeychain, remove: noKeychain },
  clock: createClock(),
  paths: { data: join(folder, 'data'), cache: join(folder, 'cache'), videos: folder },
  log: { info: quiet, warn: quiet, error: quiet },
  version: '1.2.3',
  runtime: 'electron',
  sample: createSampleWorkspace(''),
  platform: 'linux',
  demo: false,
})
process.stdout.write('started\n')
const imported = await core.archive.importFolder(from)
process.stdout.write(`${JSON.stringify(imported)}\n`)
await core.dispose()
process.exit(imported.ok ? 0 : 1)
