import { type Command, InvalidArgumentError } from 'commander'

/** A number of an option, within its bounds. */
export const number =
  (least: number, most: number, whole = true) =>
  (text: string): number => {
    const value = text.trim() === '' ? Number.NaN : Number(text)
    if (value >= least && value <= most && (!whole || Number.isInteger(value))) return value
    throw new InvalidArgumentError(`Must be ${whole ? 'a whole number' : 'a number'} from ${least} to ${most}.`)
  }

const UNITS: Record<string, number> = { '': 1, k: 1_024, m: 1_024 ** 2, g: 1_024 ** 3 }
/** `500k`, `2.5M` → bytes per second; 0 is no limit. */
export const rate = (text: string): number => {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)([kmg]?)$/i.exec(text.trim()) ?? []
  const value = Math.round(Number(amount) * (UNITS[unit.toLowerCase()] ?? Number.NaN))
  if (amount !== '' && value >= 0 && value <= 1e10) return value
  throw new InvalidArgumentError('Must be bytes per second such as 500k, 2M or 1G; 0 for no limit.')
}

export const common = (command: Command): Command =>
  command.option('--json', 'print JSON, one value per line').option('--verbose', 'log details to stderr')

/** Options of every command that speaks to a service. */
export const speaking = (command: Command): Command =>
  common(command)
    .option('--base-url <url>', 'address of the service (or REPLAY_DESK_BASE_URL)')
    .option('--header-prefix <prefix>', "prefix of the service's request headers, such as X-Service-")
    .option('--account <name>', 'account to use (default: the active account of the desktop app)')
    .option('--sample', 'use the sample workspace: real recordings, no network')
