import { Argument, type Command, Option } from 'commander'
import { cacheModes } from '../../contract/constants/cache-policy-headers.ts'
import { exportFormats } from '../../contract/constants/cookie-constants.ts'
import { functionRoles } from '../../contract/constants/function-constants.ts'
import type { RunWithContext } from '../context.ts'
import { number, speaking } from '../input/options.ts'

const addCookies = (program: Command, runWithContext: RunWithContext): void => {
  const cookies = speaking(
    program
      .command('cookies <profile>')
      .description('list the cookies of a profile with masked values, or export them'),
  )
    .addOption(new Option('--format <format>', 'export in this format').choices(exportFormats))
    .option('--url <address>', 'address for the formats "header" and "curl"')
    .option('--to <file>', 'write the export to this file (readable only by you); "-" for stdout')
    .option('--include-expired', 'include expired cookies')
    .option('--include-refused', 'include cookies that Chromium refuses (Playwright rejects such a file)')
    .addOption(
      new Option('--keep-refused', 'name of --include-refused in 0.1.0').implies({ includeRefused: true }).hideHelp(),
    )
    .addOption(new Option('--leave-out-refused', 'leave out cookies that Chromium refuses (default)').hideHelp())
    .option('--reveal', 'show cookie values')
    .enablePositionalOptions() // as in the whole program: what follows `diff` is that of `diff`
    .action((profile, options) =>
      runWithContext(options, async (c) => (await import('./cookies-command.ts')).cookies(c, profile, options)),
    )
  speaking(
    cookies
      .command('diff <before> <after>')
      .description('compare two profiles (their current cookies), snapshots or files from "--format json"'),
  ).action((before, after, options) =>
    runWithContext(options, async (c) =>
      (await import('./cookies-diff-command.ts')).cookiesDiff(c, before, after, options),
    ),
  )
  // `keep` is the name of `save` in 0.1.0.
  for (const save of [cookies.command('save <profile>'), cookies.command('keep <profile>', { hidden: true })])
    speaking(save.description('save a snapshot of the current cookies'))
      .option('--label <text>', 'label of the snapshot')
      .action((profile, options) =>
        runWithContext(options, async (c) => (await import('./cookie-snapshots.ts')).saveCookies(c, profile, options)),
      )
  speaking(cookies.command('snapshots <profile>').description('list the snapshots of a profile')).action(
    (profile, options) =>
      runWithContext(options, async (c) =>
        (await import('./cookie-snapshots.ts')).cookieSnapshots(c, profile, options),
      ),
  )
}

const addFunction = (program: Command, runWithContext: RunWithContext): void => {
  const fn = program.command('function').description('read and update the functions of a managed-auth connection')
  const role = () => new Argument('<role>', 'which function').choices(functionRoles)
  speaking(fn.command('get').description('print the source, if it can be read'))
    .argument('<connection>')
    .addArgument(role())
    .action((connectionId, named, options) =>
      runWithContext(options, async (c) =>
        (await import('./function-command.ts')).getFunction(c, { connectionId, role: named }, options),
      ),
    )
  speaking(fn.command('put').description('show the changes, then send a source'))
    .argument('<connection>')
    .addArgument(role())
    .argument('<file>', 'source file; "-" for stdin')
    .option('--yes', 'send without confirmation')
    .action((connectionId, named, file, options) =>
      runWithContext(options, async (c) =>
        (await import('./function-command.ts')).putFunction(c, { connectionId, role: named }, file, options),
      ),
    )
}

/** Profiles and cookies, functions, cache policy, usage. */
export const addInspectCommands = (program: Command, runWithContext: RunWithContext): void => {
  speaking(program.command('profiles').description('list profiles'))
    .option('--limit <n>', 'maximum number of rows', number(1, 10_000_000), 1_000)
    .option('--ids', 'print only ids')
    .action((options) =>
      runWithContext(options, async (c) => (await import('./profiles-command.ts')).profiles(c, options)),
    )

  addCookies(program, runWithContext)
  addFunction(program, runWithContext)

  speaking(program.command('cache-policy').description('print the cache policy for the given headers'))
    .addOption(new Option('--mode <mode>', 'extraction cache mode').choices(cacheModes))
    .option('--max-age <ms>', 'maximum age of a cached result; 0 forces a refresh', number(0, Number.MAX_SAFE_INTEGER))
    .option('--ttl <seconds>', 'time to live of new results; 0 bypasses the cache', number(0, Number.MAX_SAFE_INTEGER))
    .option('--headers', 'include the headers as sent and received')
    .action((options) =>
      runWithContext(options, async (c) => (await import('./cache-policy-command.ts')).cachePolicy(c, options)),
    )

  speaking(program.command('usage').description('show usage and costs, if the service reports them')).action(
    (options) => runWithContext(options, async (c) => (await import('./usage-command.ts')).usage(c, options)),
  )
}
