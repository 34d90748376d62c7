// Builds if needed, then the program under Electron, or in the Chromium host where Electron cannot be had.
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { forgetToken } from '../../../electron/core/desktop.ts'
import { build, reasonToBuild } from './build.ts'
import { runSmoke } from './smoke.ts'
import { startForPerson } from './start-app.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
forgetToken(process.env) // neither the build nor the program needs the command line's

const { values, positionals } = parseArgs({
  options: {
    demo: { type: 'boolean', default: false },
    smoke: { type: 'boolean', default: false },
    headless: { type: 'boolean', default: false },
    'window-only': { type: 'boolean', default: false }, // for "replay-desk open"
    help: { type: 'boolean', default: false },
  },
  allowPositionals: true, // a replaydesk:// link
})

const HELP = `npm start               open Replay Desk
npm start -- --demo     open it on the sample workspace
npm start -- --smoke    play a sample recording without a window and print one line of JSON
npm start -- --headless run it without a window`

/** "replay-desk open" waits for the window and shows the output until then; its terminal is closed afterwards. */
const parent = values['window-only'] && process.connected ? process : null
const print = (line: string): void => {
  if (parent?.connected) parent.send?.({ kind: 'line', line }, () => {})
  else console.log(line)
}
const onWindow = (): void => {
  if (parent?.connected) parent.send?.({ kind: 'window' }, () => {})
}

const buildIfNeeded = async (): Promise<void> => {
  const reason = reasonToBuild(root)
  if (!reason) return
  print(`Building, because ${reason} …`)
  await build(root)
}

const start = async (): Promise<number> => {
  if (values.help) {
    console.log(HELP)
    return 0
  }
  await buildIfNeeded()
  if (values.smoke) return (await runSmoke()) ? 0 : 1
  const args = [...(values.demo ? ['--demo'] : []), ...positionals]
  const env = { ...process.env, ...(values.demo ? { REPLAY_DESK_DEMO: '1' } : {}) }
  const windowOnly = values['window-only']
  return startForPerson({ root, args, env, headless: values.headless, windowOnly, onWindow, print })
}

try {
  process.exitCode = await start()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
