#!/usr/bin/env node
// Starts the command line on a Node that runs the sources directly: this one, else the one among the packages.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

const pathOf = (path) => fileURLToPath(new URL(path, import.meta.url))
const main = new URL('./main.ts', import.meta.url)
const args = process.argv.slice(2)
/** What Node made of the sources, so that the next start need not do it again; where it cannot be written, it does. */
const cache = process.env.NODE_COMPILE_CACHE ?? pathOf('../../node_modules/.cache/replay-desk')

const start = () => {
  const node = pathOf(`../../node_modules/node/bin/${process.platform === 'win32' ? 'node.exe' : 'node'}`)
  if (!existsSync(node)) {
    process.stderr.write('replay-desk needs Node 24. Run "npm install" in its folder, which brings it along.\n')
    process.exitCode = 1
    return
  }
  const env = { ...process.env, NODE_COMPILE_CACHE: cache }
  const child = spawn(node, [fileURLToPath(main), ...args], { stdio: 'inherit', env })
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
  await import(main.href)
} else start()
