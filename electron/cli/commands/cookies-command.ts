import type { ExportFormat } from '../../contract/constants/cookie-constants.ts'
import { fail, type Result } from '../../contract/result.ts'
import { diskProblem } from '../../core/archive/files/disk/disk-problems.ts'
import { replaceFile } from '../../core/base/write-file.ts'
import { exportCookies, maskedPreview } from '../../core/cookies/export/export.ts'
import type { Exported } from '../../core/cookies/export/format.ts'
import { requestUrl } from '../../core/cookies/export/retrieval.ts'
import type { ReadWithValues } from '../../core/cookies/reads.ts'
import { connect } from '../connect.ts'
import type { Context, ServiceOptions } from '../context.ts'
import { COOKIE_HEAD, cookieLine, cookieRecord } from '../cookies/cookie-text.ts'
import { readProfile } from '../cookies/sides.ts'
import { clock } from '../environment.ts'
import { EXIT } from '../exit-codes.ts'
import { jsonLine } from '../output/terminal-text.ts'

export type CookiesOptions = ServiceOptions & {
  format?: ExportFormat
  /** What `header` and `curl` are for. */
  url?: string
  to?: string
  reveal?: boolean
  includeExpired?: boolean
  includeRefused?: boolean
}

/** Names of what the export goes to without `--to`: a file that stdout leads to must not be replaced under it. */
const STDOUT: ReadonlySet<string> = new Set(['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'])

const NO_URL = fail('invalid-input', 'This format needs an address.', { next: 'Set it with --url.' }).problem

const list = ({ out }: Context, { cookies }: ReadWithValues, reveal: boolean): void => {
  for (const { row, value } of cookies) {
    if (!out.json) continue
    if (reveal) out.exact(`${jsonLine({ ...cookieRecord(row), value })}\n`)
    else out.record(cookieRecord(row))
  }
  const head = reveal ? [...COOKIE_HEAD.slice(0, 1), 'Value', ...COOKIE_HEAD.slice(1)] : COOKIE_HEAD
  const rows = cookies.map(({ row, value }) => {
    const [name = '', ...rest] = cookieLine(row)
    return reveal ? [name, value, ...rest] : [name, ...rest]
  })
  if (rows.length > 0) out.table(head, rows, { revealed: reveal })
}

const counted = (count: number, names: readonly string[]): string =>
  `${count} (${names.map((name) => name || 'no name').join(', ')}${count > names.length ? ', …' : ''})`

const write = async ({ out }: Context, read: ReadWithValues, format: ExportFormat, options: CookiesOptions) => {
  const { url = null, to: target, includeExpired = false, includeRefused: keepRefused = false } = options
  const ask = { format, url, includeExpired, keepRefused, profileId: read.profileId, now: clock.now() }
  // On a screen values would stay in the scroll back, so they are shown there only when asked for by name.
  const to = target === undefined || STDOUT.has(target) ? undefined : target
  const masked = to === undefined && out.onTerminal && !options.reveal
  const made: Result<Exported> = (masked ? maskedPreview : exportCookies)(read.cookies, ask)
  if (!made.ok) return out.problem(made.problem)
  const { text, count, leftOut, lost, refused } = made.value
  if (to === undefined) out.exact(text.endsWith('\n') || text === '' ? text : `${text}\n`)
  else {
    try {
      const kind = await replaceFile(to, text, 0o600)
      out.note(`${count} cookies written to ${to}${kind === 'file' ? ' (readable only by you)' : ''}.`)
    } catch (error) {
      return out.problem(diskProblem(error).problem)
    }
    out.record({ format, count, to, leftOut, lost })
  }
  for (const one of leftOut) out.note(`Left out: ${counted(one.count, one.names)}. ${one.reason}`)
  for (const one of lost)
    out.note(`Not supported by this format: ${one.field} of ${counted(one.count, one.names)}. ${one.reason}`)
  if (refused.fails > 0 && keepRefused)
    out.note('Playwright rejects a file with such cookies. Without --include-refused they are left out.')
  else if (refused.count > 0) out.note('--include-refused also writes the cookies that Chromium refuses.')
  if (masked) out.note('Values are masked on a terminal. Use --reveal to show them, or --to FILE.')
  return EXIT.ok
}

/** The cookies of a profile: as a table without values, or as an export. */
export const cookies = async (context: Context, profileId: string, options: CookiesOptions): Promise<number> => {
  const { out } = context
  const { format, url } = options
  if (format === 'header' || format === 'curl') {
    if (url === undefined) return out.problem(NO_URL)
    const target = requestUrl(url)
    if (!target.ok) return out.problem(target.problem) // before a request is spent
  }
  const connected = await connect(context, options)
  if (!connected.ok) return out.problem(connected.problem)
  const connection = connected.value
  try {
    const read = await readProfile(context, connection, profileId)
    if (!read.ok) return out.problem(read.problem)
    const { skipped, skippedReasons } = read.value
    if (skipped > 0)
      out.note(`${skipped} ${skipped === 1 ? 'record' : 'records'} could not be read: ${skippedReasons.join('; ')}`)
    if (format) return await write(context, read.value, format, options)
    list(context, read.value, options.reveal ?? false)
    if (read.value.cookies.length === 0) out.note('This profile has no cookies.')
    return EXIT.ok
  } finally {
    await connection.close()
  }
}
