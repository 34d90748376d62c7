import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, CommanderError, InvalidArgumentError } from 'commander'
import type { CommonOptions, Context } from './context.ts'
import { EXIT, EXIT_HELP } from './exit-codes.ts'
import { plain } from './format.ts'
import { createOutput } from './output.ts'
import { projectFolder } from './paths.ts'
import type { Stop } from './stop.ts'

type Outside = { env: NodeJS.ProcessEnv; stop: Stop }

const CODES = EXIT_HELP.map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`).join('\n')
const KEY = `The key comes from the keychain ("replay-desk login") or from REPLAY_DESK_TOKEN, never from an argument.`

const number =
  (least: number, most: number, whole = true) =>
  (text: string): number => {
    const value = text.trim() === '' ? Number.NaN : Number(text)
    if (value >= least && value <= most && (!whole || Number.isInteger(value))) return value
    throw new InvalidArgumentError(`It must be ${whole ? 'a whole number' : 'a number'} from ${least} to ${most}.`)
  }

const UNITS: Record<string, number> = { '': 1, k: 1_024, m: 1_024 ** 2, g: 1_024 ** 3 }
/** `500k`, `2.5M` → bytes per second; 0 is no limit. */
const rate = (text: string): number => {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)([kmg]?)$/i.exec(text.trim()) ?? []
  const value = Math.round(Number(amount) * (UNITS[unit.toLowerCase()] ?? Number.NaN))
  if (amount !== '' && value >= 0 && value <= 1e10) return value
  throw new InvalidArgumentError('It must be bytes per second such as 500k, 2M or 1G; 0 is no limit.')
}

/** What commander repeats of an unknown option may be a key somebody tried to hand over. */
const withoutValues = (text: string): string =>
  plain(text.replace(/'(--?[A-Za-z][\w-]*)=[^\n]*'/g, "'$1'").replace(/'(-[A-Za-z])[^'\n-][^'\n]*'/g, "'$1'"))

const common = (command: Command): Command =>
  command
    .option('--json', 'one JSON value a line, for programs')
    .option('--verbose', 'say on stderr what happens underneath')

const speaking = (command: Command): Command =>
  common(command)
    .option('--base-url <url>', 'address of the service (or REPLAY_DESK_BASE_URL)')
    .option('--header-prefix <prefix>', "prefix of the service's request headers, such as X-Service-")
    .option('--account <name>', 'an account of the desktop program; the active one by default')
    .option('--sample', 'the sample workspace: real recordings of small tasks, no network')

const createProgram = ({ env, stop }: Outside, version: string, end: (code: number) => void): Command => {
  /** Makes what a command works with and takes its exit code. */
  const answer = async <O extends CommonOptions>(options: O, work: (context: Context) => Promise<number>) => {
    const secrets: string[] = []
    const out = createOutput({
      stdout: process.stdout,
      stderr: process.stderr,
      json: options.json ?? false,
      secrets: () => secrets,
    })
    const addSecret = (secret: string): void => void secrets.push(secret)
    if (env.REPLAY_DESK_TOKEN) addSecret(env.REPLAY_DESK_TOKEN)
    try {
      end(await work({ out, env, stop, version, verbose: options.verbose ?? false, addSecret }))
    } catch (error) {
      out.progress(null)
      const details = options.verbose && error instanceof Error ? { details: error.stack ?? error.message } : {}
      const message = 'A fault inside the program ended the command.'
      end(out.problem({ code: 'internal', message, next: 'Run it with --verbose to see where.', ...details }))
    }
  }

  const program = new Command('replay-desk')
    .description('Lists, keeps and checks the recordings of cloud browser agents.')
    .version(version, '-V, --version', 'the version')
    .helpOption('-h, --help', 'this text')
    .configureOutput({ outputError: (text, write) => write(`${withoutValues(text)}\n`) })
    .addHelpText('after', `\nExit codes:\n${CODES}\n\n${KEY}`)
    .exitOverride()

  speaking(program.command('login').description('test a key, read without echo or from a pipe, and keep it'))
    .option('--user <name>', 'sign in with user name and password instead of a key')
    .option('--label <text>', 'name of the account')
    .action((options) => answer(options, async (c) => (await import('./commands/login.ts')).login(c, options)))

  common(program.command('accounts').description('list the accounts of this computer')).action((options) =>
    answer(options, async (c) => (await import('./commands/accounts.ts')).accounts(c)),
  )

  speaking(program.command('sessions').description('list the sessions of the service'))
    .option('--limit <n>', 'at most so many', number(1, 10_000_000), 50)
    .option('--status <word>', 'only sessions of this state')
    .option('--ids', 'ids alone, for "archive -"')
    .action((options) => answer(options, async (c) => (await import('./commands/sessions.ts')).sessions(c, options)))

  speaking(program.command('replay <id>').description('say what recording a session has'))
    .option('--wait <seconds>', 'wait for a recording in the making', number(0, 86_400, false), 0)
    .action((id, options) =>
      answer(options, async (c) => (await import('./commands/replay.ts')).replay(c, id, options)),
    )

  speaking(
    program.command('archive <ids...>').description('keep recordings as verified MP4 files; "-" reads ids from stdin'),
  )
    .requiredOption('--to <folder>', 'the folder; created when missing')
    .option(
      '--name <template>',
      'file name: {date} {time} {title} {session} {account} {status}',
      '{date} {title} {session}',
    )
    .option('--wait <seconds>', 'wait for a recording in the making', number(0, 86_400, false), 0)
    .option('--at-once <n>', 'recordings at a time', number(1, 8), 2)
    .option('--connections <n>', 'connections of one recording', number(1, 16), 4)
    .option('--limit-rate <rate>', 'bytes per second of all together, such as 500k or 2M', rate, 0)
    .option('--accept-partial', 'also keep a recording with missing parts, labelled so')
    .action((ids, options) =>
      answer(options, async (c) => (await import('./commands/archive.ts')).archive(c, ids, options)),
    )

  common(
    program.command('verify <folder>').description('check each recording of a folder against its side file'),
  ).action((folder, options) => answer(options, async (c) => (await import('./commands/verify.ts')).verify(c, folder)))

  speaking(program.command('health').description('say how the server is; needs no key')).action((options) =>
    answer(options, async (c) => (await import('./commands/health.ts')).health(c, options)),
  )

  speaking(program.command('profiles').description('list the profiles of the service'))
    .option('--limit <n>', 'at most so many', number(1, 10_000_000), 1_000)
    .option('--ids', 'ids alone')
    .action((options) => answer(options, async (c) => (await import('./commands/profiles.ts')).profiles(c, options)))

  speaking(program.command('usage').description('say what the service counts and charges, where it tells')).action(
    (options) => answer(options, async (c) => (await import('./commands/usage.ts')).usage(c, options)),
  )

  common(program.command('open <id>').description('show a session in the desktop program'))
    .option('--at <seconds>', 'at this moment of the video', number(0, 1e7, false))
    .option('--account <name>', 'of this account')
    .action((id, options) => answer(options, async (c) => (await import('./commands/open.ts')).open(c, id, options)))

  for (const command of program.commands) {
    command.configureOutput({ outputError: (text, write) => write(`${withoutValues(text)}\n`) }).exitOverride()
    command.addHelpText('after', '\n"replay-desk --help" lists the exit codes.')
  }
  return program
}

/** Runs one command line; answers the exit code. */
export const run = async (args: string[], outside: Outside): Promise<number> => {
  for (const stream of [process.stdout, process.stderr]) {
    // The reader went away (`… | head`): end as a signal would, without a word.
    stream.on('error', () => outside.stop.brokenPipe())
  }
  const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as { version: string }
  let code: number = EXIT.ok
  const program = createProgram(outside, version, (ended) => {
    code = ended
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    throw error
  }
}
