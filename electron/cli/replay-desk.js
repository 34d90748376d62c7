#!/usr/bin/env node
// Starts the command line, as `npm run build` has bundled it or from its sources, on a Node that runs both: this one, else the
// one among the packages.
import { existsSync, readFileSync, statSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'

const pathOf = (path) => fileURLToPath(new URL(path, import.meta.url))
const root = pathOf('../../')
const args = process.argv.slice(2)
/** What Node made of the sources, so that the next start need not do it again; where it cannot be written, it does. */
const cache = process.env.NODE_COMPILE_CACHE ?? pathOf('../../node_modules/.cache/replay-desk')

/** Whether nothing has changed since the bundle was built: its sources, and the packages that are installed. */
const isBundleCurrent = () => {
  try {
    const inputs = JSON.parse(readFileSync(pathOf('../../out/cli/inputs.json'), 'utf8'))
    return inputs.every(([path, mtimeMs, size]) => {
      const file = statSync(root + path, { throwIfNoEntry: false })
      return file?.mtimeMs === mtimeMs && file.size === size
    })
  } catch {
    return false // nothing is built
  }
}
const mainFile = () => new URL(isBundleCurrent() ? '../../out/cli/main.js' : './main.ts', import.meta.url)

const start = async () => {
  const [{ spawn }, { constants }] = await Promise.all([import('node:child_process'), import('node:os')])
  const node = pathOf(`../../node_modules/node/bin/${process.platform === 'win32' ? 'node.exe' : 'node'}`)
  if (!existsSync(node)) {
    process.stderr.write('replay-desk needs Node 24. Run "npm install" in its folder, which brings it along.\n')
    process.exitCode = 1
    return
  }
  const env = { ...process.env, NODE_COMPILE_CACHE: cache }
  const child = spawn(node, [fileURLToPath(mainFile()), ...args], { stdio: 'inherit', env })
  // The child brings what is under way to an end that can be gone on with; until then this process stays.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('error', (error) => {
    process.stderr.write(`replay-desk could not start: ${error.message}\n`)
    process.exitCode = 1
  })
  child.once('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal])
  })
}

if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  process.stdout.write(`${JSON.parse(readFileSync(pathOf('../../package.json'), 'utf8')).version}\n`)
} else if (Number(process.versions.node.split('.')[0]) >= 24) {
  nodeModule.enableCompileCache?.(cache)
  await import(mainFile().href)
} else await start()
