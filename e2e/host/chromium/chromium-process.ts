import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { type DevtoolsPipe, openDevtoolsPipe } from './devtools-pipe.ts'
import type { FoundChromium } from './find-chromium.ts'

export type ChromiumProcess = {
  pipe: DevtoolsPipe
  /** For example 153.0.8010.0. */
  version: string
  /** Resolves when the process has ended. */
  close: () => Promise<void>
}

/** On a busy build machine half a minute is not enough. */
const LAUNCH_MS = 90_000
/** The file is written right after the pipe answers. */
const ENDPOINT_MS = 10_000
const LOOK_MS = 5
/** Of what Chromium writes to stderr: enough for the reason why it did not start. */
const KEPT_CHARACTERS = 20_000

/** Groups of processes are for POSIX; elsewhere Chromium's own end with it. */
const killGroup = (child: ChildProcess): void => {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // it has ended meanwhile
  }
}

/**
 * Starts Chromium and waits until it answers. It ends with this process: with the pipe, or killed at a regular exit.
 * Rejects with what it wrote to stderr.
 */
export const startChromium = async ({ path, env }: FoundChromium, args: string[]): Promise<ChromiumProcess> => {
  const child = spawn(path, [...args, '--remote-debugging-pipe'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32', // Ctrl+C is the host's: it ends Chromium after main has closed its files
  })
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-KEPT_CHARACTERS)
  })
  const [, , , write, read] = child.stdio
  const pipe = openDevtoolsPipe(write as Writable, read as Readable)
  const killNow = (): void => killGroup(child)
  process.once('exit', killNow)
  const ended = new Promise<string>((resolve) => {
    child.once('error', ({ message }) => resolve(message))
    child.once('exit', (code, signal) => resolve(`it ended (${signal ?? code})`))
  })
  void ended.then(() => process.off('exit', killNow))

  const failed = Promise.race([ended, wait(LAUNCH_MS, `no answer in ${LAUNCH_MS / 1000} s`, { ref: false })])
  const answer = pipe.browser.send('Browser.getVersion')
  const first = await Promise.race([answer.catch(() => failed), failed])
  if (typeof first === 'string') {
    killNow()
    throw new Error(`Chromium did not start: ${first}\n${output}`)
  }
  return {
    pipe,
    version: first.product.split('/')[1] ?? '',
    close: async () => {
      await pipe.browser.send('Browser.close').catch(() => {}) // it may be closed by now
      await ended
    },
  }
}

/** Where a driver joins: the file says so a moment after the start. */
export const readEndpoint = async (profileFolder: string): Promise<string> => {
  for (let waited = 0; waited < ENDPOINT_MS; waited += LOOK_MS) {
    const text = await readFile(join(profileFolder, 'DevToolsActivePort'), 'utf8').catch(() => '')
    const [port, path] = text.trim().split('\n')
    if (port && path) return `ws://127.0.0.1:${port}${path}`
    await wait(LOOK_MS)
  }
  throw new Error('Chromium opened no debugging port.')
}
