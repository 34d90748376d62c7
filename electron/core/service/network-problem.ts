import type { Problem } from '../../contract/result.ts'

/** Everything fetch may have put into an error, as one text to search; never shown, it may hold a header's value. */
const traces = (error: unknown): string => {
  const seen: string[] = []
  let at: unknown = error
  for (let depth = 0; depth < 5 && typeof at === 'object' && at !== null; depth += 1) {
    const { code, message, cause, errors } = at as {
      code?: unknown
      message?: unknown
      cause?: unknown
      errors?: unknown
    }
    if (typeof code === 'string') seen.push(code)
    if (typeof message === 'string') seen.push(message)
    at = cause ?? (Array.isArray(errors) ? errors[0] : undefined)
  }
  return seen.join(' ')
}

/** Electron's fetch reports a redirect under `manual` as this error (X07). */
export const isRedirectError = (error: unknown): boolean => /redirect was cancelled/i.test(traces(error))

const CAUSES: [pattern: RegExp, says: string, next: string][] = [
  [/ENOTFOUND|NAME_NOT_RESOLVED/, 'its name is not known', 'Check the address.'],
  [/EAI_AGAIN|INTERNET_DISCONNECTED/, 'this computer seems to be offline', 'Check the network.'],
  [/ECONNREFUSED|CONNECTION_REFUSED/, 'it refused the connection', 'Check the address and the port.'],
  [/CERT|SSL|TLS|self[- ]signed|altname/i, 'its certificate cannot be trusted', 'Check the address and the network.'],
]

/** The body is not in the encoding that its header names (zlib, brotli and zstd of Node). */
const UNPACKING =
  /\bZ_(?:DATA_ERROR|BUF_ERROR|NEED_DICT)\b|incorrect header check|ERR_(?:BROTLI|_ERROR_FORMAT)|ZSTD_error|decompression failed/i

/**
 * A failed fetch → `not-reachable` or `timeout`, in words of ours alone. `transient` tells whether
 * another try may help.
 */
export const problemOfNetwork = (error: unknown, host: string): { problem: Problem; transient: boolean } => {
  const text = traces(error)
  if (/(?:HEADERS|BODY)_TIMEOUT/.test(text)) {
    return {
      problem: { code: 'timeout', message: `No answer from ${host} in time.`, next: 'Try again.' },
      transient: false,
    }
  }
  if (UNPACKING.test(text)) {
    const problem: Problem = {
      code: 'bad-answer',
      message: `The answer of ${host} cannot be unpacked.`,
      next: 'Try again. If it stays, report it to the service.',
    }
    return { problem, transient: false }
  }
  const [, says, next] = CAUSES.find(([pattern]) => pattern.test(text)) ?? []
  const message = says ? `No connection to ${host}: ${says}.` : `The connection to ${host} failed.`
  return {
    problem: {
      code: 'not-reachable',
      message,
      next: next ?? 'Check the network and try again.',
      ...(says ? { unsent: true } : {}),
    },
    transient: !says?.includes('certificate'),
  }
}
