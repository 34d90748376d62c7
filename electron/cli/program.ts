import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, CommanderError, Option } from 'commander'
import { sessionStates } from '../contract/constants/session-constants.ts'
import { projectFolder } from './cli-paths.ts'
import { addInspectCommands } from './commands/inspect-commands.ts'
import type { RunWithContext } from './context.ts'
import { EXIT, EXIT_HELP } from './exit-codes.ts'
import { common, number, rate, speaking } from './input/options.ts'
import { createOutput } from './output/output.ts'
import { type Sink, sinkOf } from './output/streams.ts'
import { plain } from './output/terminal-text.ts'
import type { Stop } from './stop.ts'

type RunDeps = { env: NodeJS.ProcessEnv; stop: Stop }
type Sinks = { stdout: Sink; stderr: Sink }

const CODES = EXIT_HELP.map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`).join('\n')
const KEY = `The key is read from the keychain (saved by "replay-desk login") or from
REPLAY_DESK_TOKEN, never from an argument.`

/** What commander repeats of an unknown option may be a key that was passed by mistake. */
const withoutValues = (text: string): string =>
  plain(text.replace(/'(--?[A-Za-z][\w-]*)=[^\n]*'/g, "'$1'").replace(/'(-[A-Za-z])[^'\n-][^'\n]*'/g, "'$1'"))

const ACCOUNT = ['--account <name>', 'account to use (default: the active account of the desktop app)'] as const

const addReviews = (program: Command, runWithContext: RunWithContext): void => {
  const reviews = common(program.command('reviews').description('print verdicts and notes; no key needed'))
    .option('--query <text>', 'only sessions that match, for example: verdict:fail after:yesterday')
    .addOption(new Option('--csv', 'print CSV that is safe in spreadsheets').conflicts('json'))
    .option('--bom', 'begin CSV with a byte-order mark, for Excel')
    .option(...ACCOUNT)
  reviews.action((options) =>
    runWithContext(options, async (c) => (await import('./commands/reviews-command.ts')).reviews(c, options)),
  )
  reviews.addHelpText(
    'after',
    `
CSV puts an apostrophe before what a spreadsheet would run as a formula; JSON has
every text as it is, and "reviews import" reads it.`,
  )
  common(reviews.command('import <file>').description('take over reviews from JSON; per session the newest wins'))
    .option('--dry-run', 'only say what would change')
    .option(...ACCOUNT)
    .action((file, options) =>
      runWithContext(options, async (c) =>
        (await import('./commands/reviews-command.ts')).importReviews(c, file, options),
      ),
    )
}

const createProgram = (
  { env, stop, stdout, stderr }: RunDeps & Sinks,
  version: string,
  end: (code: number) => void,
): Command => {
  /** Makes what a command works with and takes its exit code. */
  const runWithContext: RunWithContext = async (options, work) => {
    const secrets: string[] = []
    const out = createOutput({
      stdout,
      stderr,
      silent: stop.outputLost,
      verbose: options.verbose ?? false,
      json: options.json ?? false,
      secrets: () => secrets,
      columns: Number(env.COLUMNS) || undefined,
    })
    const addSecret = (secret: string): void => void secrets.push(secret)
    if (env.REPLAY_DESK_TOKEN) addSecret(env.REPLAY_DESK_TOKEN)
    try {
      end(await work({ out, env, stop, version, verbose: options.verbose ?? false, addSecret }))
    } catch (error) {
      out.progress(null)
      const details = options.verbose && error instanceof Error ? { details: error.stack ?? error.message } : {}
      const message = 'An internal error ended the command.'
      end(out.problem({ code: 'internal', message, next: 'Run it with --verbose for details.', ...details }))
    }
  }

  const written = {
    writeOut: (text: string) => void stdout.write(text),
    writeErr: (text: string) => void stderr.write(text),
  }
  const program = new Command('replay-desk')
    .description('List, archive and verify recordings of cloud browser agents, and inspect their profiles.')
    .version(version, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .configureOutput({ ...written, outputError: (text, write) => write(`${withoutValues(text)}\n`) })
    .addHelpText('after', `\nExit codes:\n${CODES}\n\n${KEY}`)
    .enablePositionalOptions() // an option belongs to the command it follows
    .exitOverride()

  speaking(program.command('login').description('test a key (typed hidden or piped in) and save it in the keychain'))
    .option('--user <name>', 'sign in with user name and password instead of a key')
    .option('--label <text>', 'name of the account')
    .action((options) =>
      runWithContext(options, async (c) => (await import('./commands/login-command.ts')).login(c, options)),
    )

  common(program.command('accounts').description('list accounts')).action((options) =>
    runWithContext(options, async (c) => (await import('./commands/accounts-command.ts')).accounts(c)),
  )

  speaking(program.command('sessions').description('list sessions'))
    .option('--limit <n>', 'maximum number of rows', number(1, 10_000_000), 50)
    .addOption(new Option('--status <status>', 'only sessions with this status').choices(sessionStates))
    .option('--query <text>', 'only sessions that match, for example: is:failed after:yesterday error:"timed out"')
    .option('--ids', 'print only ids, for "archive -"')
    .action((options) =>
      runWithContext(options, async (c) => (await import('./commands/sessions-command.ts')).sessions(c, options)),
    )

  addReviews(program, runWithContext)

  speaking(program.command('replay <id>').description('show the recording of a session'))
    .option('--wait <seconds>', 'wait for a recording that is being processed', number(0, 86_400, false), 0)
    .action((id, options) =>
      runWithContext(options, async (c) => (await import('./commands/replay-command.ts')).replay(c, id, options)),
    )

  speaking(
    program
      .command('archive <ids...>')
      .description('archive recordings as verified MP4 files; "-" to read ids from stdin'),
  )
    .requiredOption('--to <folder>', 'target folder, created if missing')
    .option(
      '--name <template>',
      'file name: {date} {time} {title} {session} {account} {status}',
      '{date} {title} {session}',
    )
    .option(
      '--wait <seconds>',
      'wait for a recording that is being processed, or for another process that archives it',
      number(0, 86_400, false),
      0,
    )
    .option('--concurrency <n>', 'number of concurrent downloads', number(1, 8), 2)
    .addOption(new Option('--at-once <n>', 'name of --concurrency in 0.1.0').argParser(number(1, 8)).hideHelp())
    .option('--connections <n>', 'connections per recording', number(1, 16), 4)
    .addOption(
      new Option('--limit-rate <rate>', 'total bytes per second, such as 500k or 2M')
        .argParser(rate)
        .default(0, 'no limit'),
    )
    .option('--accept-partial', 'keep recordings with missing parts, marked as partial')
    .action((ids, { atOnce, ...options }) =>
      runWithContext(options, async (c) =>
        (await import('./commands/archive-command.ts')).archive(c, ids, {
          ...options,
          concurrency: atOnce ?? options.concurrency,
        }),
      ),
    )

  common(
    program.command('verify <folder>').description('verify each recording in a folder against its metadata file'),
  ).action((folder, options) =>
    runWithContext(options, async (c) => (await import('./commands/verify-command.ts')).verify(c, folder)),
  )

  speaking(program.command('health').description('show the health of the service (no key needed)')).action((options) =>
    runWithContext(options, async (c) => (await import('./commands/health-command.ts')).health(c, options)),
  )

  addInspectCommands(program, runWithContext)

  common(program.command('open <id>').description('open a session in the desktop app'))
    .option('--at <seconds>', 'start at this position in the video', number(0, 1e7, false))
    .option('--account <name>', 'account to use')
    .action((id, options) =>
      runWithContext(options, async (c) => (await import('./commands/open-command.ts')).open(c, id, options)),
    )

  for (const command of program.commands.flatMap((one) => [one, ...one.commands])) {
    command
      .configureOutput({ ...written, outputError: (text, write) => write(`${withoutValues(text)}\n`) })
      .exitOverride()
    command.addHelpText('after', '\n"replay-desk --help" lists the exit codes.')
  }
  return program
}

/** Runs one command line; answers the exit code. */
export const run = async (args: string[], deps: RunDeps): Promise<number> => {
  const { outputFailed } = deps.stop
  const sinks = { stdout: sinkOf(process.stdout, outputFailed), stderr: sinkOf(process.stderr, outputFailed) }
  const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as { version: string }
  let code: number = EXIT.ok
  const program = createProgram({ ...deps, ...sinks }, version, (ended) => {
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
