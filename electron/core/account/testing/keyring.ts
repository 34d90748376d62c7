import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'

const missing = ['dbus-run-session', 'gnome-keyring-daemon'].filter(
  (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0,
)
/** Why the real keychain cannot be tested here; null where it can. */
export const noKeyring: string | null =
  missing.length > 0 ? `real keychain not tested: ${missing.join(' and ')} not installed` : null

/** Commands that bring up the keychain on a bus. */
export const UNLOCKED = 'echo -n pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1'
export const LOCKED = 'gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1'

export type Keyring = ReturnType<typeof createKeyring>

/**
 * The real keychain of Linux: gnome-keyring on a bus of its own, with a home of its own. Nothing of the person's
 * keychain is touched. Programs that use it run beside the test and print one line of JSON.
 */
export const createKeyring = () => {
  const home = mkdtempSync(join(tmpdir(), 'keyring-'))
  const services = join(home, 'services')
  mkdirSync(services)
  // A prompt that is never answered: the bus waits for this program to appear.
  const prompter =
    '[D-BUS Service]\nName=org.gnome.keyring.SystemPrompter\nExec=/bin/sh -c "exec sleep 20 >/dev/null 2>&1"\n'
  writeFileSync(join(services, 'prompter.service'), prompter)
  writeFileSync(
    join(home, 'bus.conf'),
    `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
      "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><servicedir>${services}</servicedir>
    <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
    </busconfig>`,
  )

  /** Runs a command; answers its last line of JSON, and how long all of it took. */
  const run = <Report>(command: string[], env: NodeJS.ProcessEnv): Promise<Report & { wholeMs: number }> =>
    new Promise((resolve, reject) => {
      const begun = performance.now()
      const child = spawn(command[0] ?? '', command.slice(1), {
        env: { ...process.env, HOME: home, ...env },
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      let out = ''
      child.stdout.on('data', (chunk: Buffer) => {
        out += chunk.toString()
      })
      child.on('error', reject)
      child.on('close', () => {
        const line = out.split('\n').findLast((text) => text.startsWith('{'))
        if (line) resolve({ ...(JSON.parse(line) as Report), wholeMs: performance.now() - begun })
        else reject(new Error(`no report: ${out}`))
      })
    })
  const nodeCommand = (code: string): string[] => [process.execPath, '--input-type=module', '-e', code]

  return {
    home,
    /** A program without the bus. */
    runNode: <Report>(code: string, env: NodeJS.ProcessEnv) => run<Report>(nodeCommand(code), env),
    /** A program on a bus where `prepare` ran before. */
    runOnBus: <Report>(prepare: string, code: string) => {
      const bus = ['dbus-run-session', `--config-file=${join(home, 'bus.conf')}`, '--']
      return run<Report>([...bus, 'bash', '-c', `${prepare}; exec "$@"`, 'bash', ...nodeCommand(code)], {})
    },
    remove: (): void => rmSync(home, { recursive: true, force: true }),
  }
}
