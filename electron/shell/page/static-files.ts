import { readFile } from 'node:fs/promises'
import { extname, join, resolve, sep } from 'node:path'
import { pageCsp } from './csp.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
}

/** Placeholder in index.html for the nonce of each load. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__'

const refuse = (status: number): Response =>
  new Response(null, { status, headers: { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' } })

/**
 * Serves the built page from one folder: GET and HEAD, known types only, never outside the folder.
 * @param root absolute path of the built page
 * @param makeNonce a fresh unguessable text per document
 */
export const createStaticFiles = (root: string, makeNonce: () => string) => {
  const base = resolve(root) + sep
  return async (request: Request): Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405)
    let path: string
    try {
      path = decodeURIComponent(new URL(request.url).pathname)
    } catch {
      return refuse(400)
    }
    const file = resolve(join(base, path === '/' ? 'index.html' : path))
    const type = TYPES[extname(file)]
    if (!file.startsWith(base) || !type || path.includes('\0')) return refuse(404)
    const content = await readFile(file).catch(() => null)
    if (!content) return refuse(404)
    const headers = new Headers({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    if (extname(file) !== '.html') {
      // A worker takes its policy from its own answer: without one it would have none.
      headers.set('content-security-policy', pageCsp(makeNonce()))
      return new Response(request.method === 'HEAD' ? null : content, { headers })
    }
    const nonce = makeNonce()
    headers.set('content-security-policy', pageCsp(nonce))
    return new Response(
      request.method === 'HEAD' ? null : content.toString('utf8').replaceAll(NONCE_PLACEHOLDER, nonce),
      {
        headers,
      },
    )
  }
}
