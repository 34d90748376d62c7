import { Argument, type Command, Option } from 'commander'
import { cacheModes } from '../../contract/constants/cache-policy-headers.ts'
import { exportFormats } from '../../contract/constants/cookie-constants.ts'
import { functionRoles } from '../../contract/constants/function-constants.ts'
import type { Answer } from '../context.ts'
import { number, speaking } from '../input/options.ts'

const addCookies = (program: Command, answer: Answer): void => {
  const cookies = speaking(
    program.command('cookies <profile>').description('list the cookies of a profile without values, or export them'),
  )
    .addOption(new Option('--format <form>', 'export').choices(exportFormats))
    .option('--url <address>', 'the address that "header" and "curl" are for')
    .option('--to <file>', 'write the export there, readable by you alone; "-" is stdout')
    .option('--include-expired', 'export expired cookies too')
    .option('--keep-refused', 'a storage state also with cookies that Chromium refuses, which spoil it for Playwright')
    .addOption(new Option('--leave-out-refused', 'as without --keep-refused').hideHelp())
    .option('--reveal', 'show values on a terminal, or in the list')
    .enablePositionalOptions() // as in the whole program: what follows `diff` is that of `diff`
    .action((profile, options) =>
      answer(options, async (c) => (await import('./cookies.ts')).cookies(c, profile, options)),
    )
  speaking(
    cookies
      .command('diff <before> <after>')
      .description('compare two of: a profile (read now), a snapshot, a file of "--format json"'),
  ).action((before, after, options) =>
    answer(options, async (c) => (await import('./cookies-diff.ts')).cookiesDiff(c, before, after, options)),
  )
  speaking(cookies.command('keep <profile>').description('read the cookies and keep a snapshot of them'))
    .option('--label <text>', 'a word on that moment')
    .action((profile, options) =>
      answer(options, async (c) => (await import('./cookie-snapshots.ts')).keepCookies(c, profile, options)),
    )
  speaking(cookies.command('snapshots <profile>').description('list the snapshots kept of a profile')).action(
    (profile, options) =>
      answer(options, async (c) => (await import('./cookie-snapshots.ts')).cookieSnapshots(c, profile, options)),
  )
}

const addFunction = (program: Command, answer: Answer): void => {
  const fn = program.command('function').description('read and update the functions of a managed-auth connection')
  const role = () => new Argument('<role>', 'which function').choices(functionRoles)
  speaking(fn.command('get').description('print the present source, where the service shows it'))
    .argument('<connection>')
    .addArgument(role())
    .action((connectionId, named, options) =>
      answer(options, async (c) =>
        (await import('./function.ts')).getFunction(c, { connectionId, role: named }, options),
      ),
    )
  speaking(fn.command('put').description('send a source, after showing what it changes'))
    .argument('<connection>')
    .addArgument(role())
    .argument('<file>', 'the source; "-" reads stdin')
    .option('--yes', 'send without asking')
    .action((connectionId, named, file, options) =>
      answer(options, async (c) =>
        (await import('./function.ts')).putFunction(c, { connectionId, role: named }, file, options),
      ),
    )
}

/** Profiles and cookies, functions, cache policy, usage. */
export const addInspectCommands = (program: Command, answer: Answer): void => {
  speaking(program.command('profiles').description('list the profiles of the service'))
    .option('--limit <n>', 'at most so many', number(1, 10_000_000), 1_000)
    .option('--ids', 'ids alone')
    .action((options) => answer(options, async (c) => (await import('./profiles.ts')).profiles(c, options)))

  addCookies(program, answer)
  addFunction(program, answer)

  speaking(program.command('cache-policy').description('print the cache policy, asked with the headers given'))
    .addOption(new Option('--mode <mode>', 'extraction cache mode').choices(cacheModes))
    .option('--max-age <ms>', 'oldest result that counts; 0 forces a refresh', number(0, Number.MAX_SAFE_INTEGER))
    .option('--ttl <seconds>', 'shorter storage; 0 bypasses the cache', number(0, Number.MAX_SAFE_INTEGER))
    .option('--headers', 'the headers as sent and received too')
    .action((options) => answer(options, async (c) => (await import('./cache-policy.ts')).cachePolicy(c, options)))

  speaking(program.command('usage').description('say what the service counts and charges, where it tells')).action(
    (options) => answer(options, async (c) => (await import('./usage.ts')).usage(c, options)),
  )
}
