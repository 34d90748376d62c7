/** For an unknown length: `Content-Range` needs a last byte, and the loader believes no total of `*`. */
const UNKNOWN_LAST = 2 ** 53 - 2

type Head = { status: number; headers: Record<string, string> }

const without = (headers: Record<string, string>, names: string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))

/**
 * The head by which Chromium's media loader comes over HTTP to what it makes of an answer of a custom scheme
 * (`ResourceMultiBufferDataProvider::DidReceiveResponse`, with Electron's patch for schemes with `stream`): there it
 * reads neither the status nor `Content-Range` nor `Accept-Ranges`. Whatever body comes is media and begins at the
 * byte that was asked for; its length and that byte are the file's length. Redirects are followed before.
 */
export const asCustomScheme = ({ status, headers }: Head, range: string | undefined): Head => {
  if (status >= 300 && status < 400 && headers.location !== undefined) return { status, headers }
  const first = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
  const length = /^\d+$/.test(headers['content-length'] ?? '') ? Number(headers['content-length']) : null
  const plain = without(headers, ['content-range', 'accept-ranges'])
  // No bytes: the file ends here.
  if (length === 0) return { status: first === 0 ? 200 : 416, headers: plain }
  const last = length === null ? UNKNOWN_LAST : first + length - 1
  const total = length === null ? '*' : String(last + 1)
  return { status: 206, headers: { ...plain, 'content-range': `bytes ${first}-${last}/${total}` } }
}
