import type { Problem } from '../../../contract/result.ts'
import { errorCodes } from '../../certificates/fault.ts'

/** Electron's own fetch names a redirect under `manual` by these words alone (X07). */
export const isRedirectError = (error: unknown): boolean =>
  error instanceof Error && /redirect was cancelled/i.test(`${error.message} ${error.cause}`)

type Cause = { codes: RegExp; says: string; next: string; final?: true }

const CAUSES: Cause[] = [
  { codes: /^ENOTFOUND$/, says: 'the host name was not found', next: 'Check the address.' },
  { codes: /^EAI_AGAIN$/, says: 'this computer seems to be offline', next: 'Check the network.' },
  { codes: /^ECONNREFUSED$/, says: 'the connection was refused', next: 'Check the address and the port.' },
  { codes: /^(?:EPROTO|ERR_SSL_)/, says: 'the server does not support https', next: 'Check the address.', final: true },
]

/** The body is not in the encoding that its header names (zlib, brotli and zstd of Node). */
const UNPACKING = /^(?:Z_(?:DATA_ERROR|BUF_ERROR|NEED_DICT)|ERR_(?:BROTLI|_ERROR)_|ZSTD_error_)/

/**
 * A failed fetch → `not-reachable` or `timeout`, in words of ours alone. `transient` tells whether
 * another try may help.
 */
export const problemOfNetwork = (error: unknown, host: string): { problem: Problem; transient: boolean } => {
  const codes = errorCodes(error)
  if (codes.some((code) => code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')) {
    return {
      problem: { code: 'timeout', message: `No response from ${host} in time.`, next: 'Retry.' },
      transient: false,
    }
  }
  if (codes.some((code) => UNPACKING.test(code))) {
    const problem: Problem = {
      code: 'bad-answer',
      message: `The response of ${host} cannot be decompressed.`,
      next: 'Retry. If this happens again, report it to the operator of the service.',
    }
    return { problem, transient: false }
  }
  const cause = CAUSES.find((one) => codes.some((code) => one.codes.test(code)))
  const message = cause ? `Couldn't reach ${host}: ${cause.says}.` : `Couldn't reach ${host}: the connection failed.`
  return {
    problem: {
      code: 'not-reachable',
      message,
      next: cause?.next ?? 'Check the network, then retry.',
      ...(cause ? { unsent: true } : {}),
    },
    transient: !cause?.final,
  }
}
