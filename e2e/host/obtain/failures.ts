export type FailureKind =
  /** The server, or the network on the way to it, refused. */
  | 'refused'
  /** No byte for the bound of silence. */
  | 'stalled'
  /** The connection broke, or the server was out of order. */
  | 'broken'
  /** What arrived is not what Electron's checksums name. */
  | 'invalid'
  /** It could not be written or unpacked here. */
  | 'disk'
  /** The person stopped it. */
  | 'stopped'

type Cause = { status?: number; code?: string }

/** Host and path alone: a mirror's address may carry a password or a token. */
export const plainAddress = (url: string): string => {
  if (!URL.canParse(url)) return 'an address that is none'
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : plainAddress(url))

export class DownloadFailure extends Error {
  readonly kind: FailureKind
  readonly url: string
  readonly status: number | null
  readonly code: string | null

  constructor(kind: FailureKind, url: string, { status, code }: Cause = {}) {
    super(`${kind}: ${url}`)
    this.kind = kind
    this.url = url
    this.status = status ?? null
    this.code = code ?? null
  }
}

/** Codes of a connection that may work at the next attempt (Node's own, and undici's below `fetch`). */
const PASSING = new Set([
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])
const DISK = new Set(['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'EIO', 'EFBIG', 'EMFILE', 'ENOENT'])

/** `fetch` wraps what happened in causes; the innermost code names it. */
const codeOf = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null
  const { code, cause } = error as Error & { code?: unknown }
  return codeOf(cause) ?? (typeof code === 'string' ? code : null)
}

/**
 * Sorts what `fetch` or the file system threw. Once bytes have come (`hasBytes`), the address is known to be right, so
 * that a network which goes away meanwhile counts as broken.
 */
export const failureOf = (error: unknown, url: string, hasBytes: boolean): DownloadFailure => {
  if (error instanceof DownloadFailure) return error
  const code = codeOf(error)
  if (code !== null && DISK.has(code)) return new DownloadFailure('disk', url, { code })
  const passes = hasBytes || (code !== null && PASSING.has(code))
  return new DownloadFailure(passes ? 'broken' : 'refused', url, code === null ? {} : { code })
}

const reasonOf = ({ status, code }: DownloadFailure, host: string): string => {
  if (status !== null) return `${host} refused it (HTTP ${status}).`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `no address was found for ${host}.`
  return `${host} can't be reached${code === null ? '' : ` (${code})`}.`
}

/** One sentence: what happened to the download. */
export const sentenceOf = (failure: DownloadFailure, version: string, silenceMs: number): string => {
  const host = hostOf(failure.url)
  const what = `Electron ${version} couldn't be downloaded:`
  switch (failure.kind) {
    case 'refused':
      return `${what} ${reasonOf(failure, host)}`
    case 'stalled':
      return `${what} no data came from ${host} for ${silenceMs / 1000} s, twice in a row.`
    case 'broken':
      return failure.status === null
        ? `${what} the connection to ${host} broke, twice in a row.`
        : `${what} ${host} answered HTTP ${failure.status}, twice in a row.`
    case 'invalid':
      return `${what} the file from ${host} doesn't match Electron's checksum and was discarded.`
    case 'disk':
      return `${what} it couldn't be saved here${failure.code === null ? '' : ` (${failure.code})`}.`
    case 'stopped':
      return `Stopped. Nothing of Electron ${version} was kept.`
  }
}

/** What a person can do about it, each on its own line. */
export const helpOf = (failure: DownloadFailure): string[] => {
  if (failure.kind === 'stopped') return []
  const tried = `Tried: ${plainAddress(failure.url)}`
  if (failure.kind === 'disk') return [tried, 'Free some space or check the permissions, then start again.']
  return [
    tried,
    'To use a mirror, set ELECTRON_MIRROR=https://mirror.example.com/electron/ (with the slash at its end).',
    'To use a proxy, set HTTPS_PROXY=http://proxy.example.com:8080 (NO_PROXY lists exceptions).',
  ]
}
