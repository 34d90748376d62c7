import tls from 'node:tls'
import { createOsKeychain } from '../core/account/keychain.ts'
import { createClock } from '../core/clock.ts'
import { openLibrary } from '../core/library/open.ts'
import type { Keychain, Log } from '../core/ports.ts'
import { redact } from '../core/service/redact.ts'
import type { Context } from './context.ts'
import { dataFolder } from './paths.ts'

/** As in the desktop program: companies add their own roots to the system. */
export const trustSystemCertificates = (): void => {
  try {
    tls.setDefaultCACertificates([...tls.getCACertificates('bundled'), ...tls.getCACertificates('system')])
  } catch {
    // A system without a readable store keeps the bundled roots.
  }
}

/** Lines for people who search a fault, with `--verbose` alone. */
export const createCliLog = ({ verbose, out }: Pick<Context, 'verbose' | 'out'>): Log => {
  const write = (line: string): void => {
    if (verbose) out.note(redact(line))
  }
  return { info: write, warn: write, error: write }
}

export const clock = createClock()

/** The keychain entries of the desktop program. */
export const openKeychain = (log: Log): Keychain => createOsKeychain({ service: 'Replay Desk', log })

/** The library of the desktop program; both may have it open at a time (SQLite's write-ahead log). */
export const openSharedLibrary = ({ env, out }: Context, log: Log) => {
  const library = openLibrary({ folder: dataFolder(env), clock, log })
  if (library.place === 'memory') out.note('The library cannot be opened, so no account is known in this run.')
  return library
}
