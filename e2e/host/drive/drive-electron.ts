import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { _electron } from 'playwright-core'
import { electronEnv } from '../../../electron/core/desktop.ts'
import type { Answers, Recorded } from '../state.ts'
import type { Desk, LaunchSettings, MainModules } from './drive.ts'

/** Loaded by Electron before main: sets the user data folder, and records what the host records. */
const HOOK = fileURLToPath(new URL('./electron-hook.cjs', import.meta.url))
const CLOSE_MS = 15_000

type Hook = { recorded: Recorded[]; answers: Answers; onNotification: (event: string) => void }

/** The same interface over Electron's own binary. */
export const launchInElectron = async (settings: LaunchSettings, root: string, binary: string): Promise<Desk> => {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const args = ['-r', HOOK, ...sandbox, root, ...settings.args]
  const env = electronEnv({
    ...process.env,
    ...settings.env,
    REPLAY_DESK_TEST_USER_DATA: settings.userData,
    REPLAY_DESK_TEST_FAULTS: JSON.stringify(settings.faults ?? {}),
  })
  const program = await _electron.launch({ executablePath: binary, args, env })
  const child = program.process()
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (data: Buffer) => {
    stdout += data.toString()
  })
  child.stderr?.on('data', (data: Buffer) => {
    stderr += data.toString()
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const cleanUp = async (): Promise<void> => {
    if (settings.temporary) await rm(settings.userData, { recursive: true, force: true, maxRetries: 5 })
  }
  const version = await program.evaluate(() => process.versions.electron)

  return {
    runtime: `Electron ${version}`,
    origin: 'app://desk',
    page: await program.firstWindow(),
    context: program.context(),
    pid: child.pid ?? 0,
    userData: settings.userData,
    port: null,
    exited,
    stdout: () => stdout,
    stderr: () => stderr,
    main: {
      evaluate: <T, A>(fn: (electron: MainModules, arg: A) => T | Promise<T>, arg?: A) =>
        program.evaluate(fn as never, arg as never) as Promise<T>,
    },
    recorded: () => program.evaluate(() => (globalThis as unknown as { deskHook: Hook }).deskHook.recorded),
    refused: async () => [],
    answer: (dialog, value) =>
      program.evaluate(
        (_electronModules, given) => {
          ;(globalThis as unknown as { deskHook: Hook }).deskHook.answers[given.dialog].push(given.value)
        },
        { dialog, value },
      ),
    onNotification: (event) =>
      program.evaluate(
        (_electronModules, name) => (globalThis as unknown as { deskHook: Hook }).deskHook.onNotification(name),
        event,
      ),
    startAgain: (again) =>
      new Promise((resolve) => {
        const second = spawn(binary, ['-r', HOOK, ...sandbox, root, ...again], { env, stdio: 'ignore' })
        second.once('exit', (code) => resolve(code))
      }),
    close: async () => {
      const timer = setTimeout(() => child.kill('SIGKILL'), CLOSE_MS)
      await program.close().catch(() => {})
      clearTimeout(timer)
      await cleanUp()
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
      await cleanUp()
    },
  }
}
