import { pageCsp } from '../../electron/shell/page/csp.ts'

/** Placeholder in the page for the nonce of each load; Vite puts it on the tags that it adds. */
export const NONCE_PLACEHOLDER = '__CSP_NONCE__'

/**
 * The page's policy with what hot reload needs beyond it: the inline script that React's refresh is started by, and
 * Vite's socket.
 */
const devCsp = (nonce: string, server: URL): string =>
  pageCsp(nonce)
    .replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`)
    .replace("connect-src 'self'", `connect-src 'self' ws://${server.host}`)

/**
 * What `electron/shell/page/static-files.ts` is in the built program, for `npm run dev` alone (`dev.ts` puts it there):
 * the same function, with Vite's dev server behind the program's own origin. Reads the server's address from
 * `REPLAY_DESK_DEV_SERVER`.
 */
export const createStaticFiles = (_root: string, makeNonce: () => string) => {
  const server = new URL(process.env.REPLAY_DESK_DEV_SERVER ?? '')
  return async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    const accept = request.headers.get('accept') ?? '*/*'
    const answer = await fetch(new URL(pathname + search, server), { headers: { accept } })
    const nonce = makeNonce()
    const type = answer.headers.get('content-type') ?? 'application/octet-stream'
    const headers = {
      'content-type': type,
      'cache-control': 'no-store',
      'content-security-policy': devCsp(nonce, server),
    }
    const isDocument = type.startsWith('text/html')
    const body = isDocument ? (await answer.text()).replaceAll(NONCE_PLACEHOLDER, nonce) : answer.body
    return new Response(body, { status: answer.status, headers })
  }
}
