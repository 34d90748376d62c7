import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { openDebugSocket } from './debug-socket.ts'

const NAMES = ['replay-desk', 'Replay Desk.exe', 'Replay Desk', 'Replay Desk.app/Contents/MacOS/Replay Desk']
const READY_MS = 60_000

/** The program of an unpacked package in `dist` (`npm run pack -- --dir`); null when there is none. */
export const packedProgram = (root: string): string | null => {
  const dist = join(root, 'dist')
  if (!existsSync(dist)) return null
  const folders = readdirSync(dist).map((name) => join(dist, name))
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path)) ?? null
}

/**
 * Starts a packed program with its data in `userData`. Its fuses refuse an inspector, so that main cannot be driven:
 * only the page is, by Chromium's own debugging port.
 */
export const launchPacked = async (program: string, userData: string): Promise<{ page: Page; close: () => void }> => {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const child = spawn(program, [...sandbox, '--remote-debugging-port=0', `--user-data-dir=${userData}`], {
    env: { ...process.env, XDG_CONFIG_HOME: userData, APPDATA: userData },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const close = (): void => void child.kill('SIGKILL')
  try {
    const endpoint = await new Promise<string>((found, failed) => {
      let text = ''
      const timer = setTimeout(() => failed(new Error(`no debugging port:\n${text}`)), READY_MS)
      child.stderr.on('data', (data: Buffer) => {
        text += data.toString()
        const line = /DevTools listening on (ws:\S+)/.exec(text)
        if (!line?.[1]) return
        clearTimeout(timer)
        found(line[1])
      })
      child.once('error', failed)
      child.once('exit', (code) => failed(new Error(`ended with code ${code}:\n${text}`)))
    })
    const browser = await chromium.connectOverCDP(await openDebugSocket(endpoint), { noDefaults: true })
    const [context] = browser.contexts()
    if (!context) throw new Error('The program shows no context.')
    return { page: context.pages()[0] ?? (await context.waitForEvent('page', { timeout: READY_MS })), close }
  } catch (error) {
    close()
    throw error
  }
}
