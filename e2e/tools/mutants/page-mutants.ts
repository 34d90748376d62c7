import type { Mutant } from './mutant.ts'

const POLICY = {
  file: 'electron/shell/page/static-files.test.ts',
  title: 'the policy allows no inline script and no foreign source, as a whole value',
}
const WINDOW = {
  file: 'electron/shell/page/boundaries.test.ts',
  title: 'the window is sandboxed, isolated and without Node, as a whole value',
}

/** A directive of the policy that allows more. */
const policy = (name: string, find: string, replace: string): Mutant => ({
  name: `csp-${name}`,
  file: 'electron/shell/page/csp.ts',
  find,
  replace,
  test: POLICY,
})
/** A preference of the window that is turned round. */
const preference = (name: string, find: string, replace: string): Mutant => ({
  name: `window-${name}`,
  file: 'electron/shell/window/window-options.ts',
  find,
  replace,
  test: WINDOW,
})
const statics = (name: string, find: string, replace: string, title: string): Mutant => ({
  name,
  file: 'electron/shell/page/static-files.ts',
  find,
  replace,
  test: { file: 'electron/shell/page/static-files.test.ts', title },
})

/** What the page may load, and what its window is. */
export const pageMutants: Mutant[] = [
  policy('default', `"default-src 'none'",`, `"default-src *",`),
  policy('script-inline', `"script-src 'self'",`, `"script-src 'self' 'unsafe-inline'",`),
  policy('style-inline', "`style-src 'self' 'nonce-${nonce}'`,", "`style-src 'self' 'unsafe-inline'`,"),
  policy('images', `"img-src 'self' data: blob:",`, `"img-src * data: blob:",`),
  policy('fonts', `"font-src 'self'",`, `"font-src *",`),
  policy('connect', `"connect-src 'self'",`, `"connect-src *",`),
  policy('media', `"media-src 'self' blob:",`, `"media-src * blob:",`),
  policy('workers', `"worker-src 'self'",`, `"worker-src 'self' blob:",`),
  policy('base', `"base-uri 'none'",`, ''),
  policy('forms', `"form-action 'none'",`, ''),
  policy('ancestors', `"frame-ancestors 'none'",`, ''),
  policy('objects', `"object-src 'none'",`, ''),
  statics(
    'csp-header-of-document',
    "headers.set('content-security-policy', pageCsp(nonce))",
    '',
    'the document carries the nonce of its own header, another one each time',
  ),
  statics(
    'csp-header-of-worker',
    "headers.set('content-security-policy', pageCsp(makeNonce()))",
    '',
    'a script carries the policy too, which is the one that a worker obeys',
  ),
  {
    name: 'csp-nonce-random',
    file: 'electron/shell/page/app-protocol.ts',
    find: "randomBytes(16).toString('base64')",
    replace: "'AAAAAAAAAAAAAAAAAAAAAA=='",
    test: {
      file: 'electron/shell/page/app-protocol.test.ts',
      title: 'each document has a nonce of 128 random bits, and foreign initiators get nothing',
    },
  },
  statics('page-folder', '!file.startsWith(base) || ', '', '%s is not found'),
  statics('page-types', '|| !type ', '', '%s is not found'),
  statics(
    'page-methods',
    "if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405)",
    '',
    'files have their type, other methods are refused',
  ),
  statics(
    'page-resource-policy',
    "'cross-origin-resource-policy': 'same-origin',",
    '',
    '%s cannot be read, embedded or sniffed by another origin',
  ),
  statics(
    'page-no-sniffing',
    "'x-content-type-options': 'nosniff',\n      'cross",
    "'cross",
    '%s cannot be read, embedded or sniffed by another origin',
  ),
  preference('sandbox', 'sandbox: true,', 'sandbox: false,'),
  preference('isolation', 'contextIsolation: true,', 'contextIsolation: false,'),
  preference('node', 'nodeIntegration: false,', 'nodeIntegration: true,'),
  preference('web-security', 'webSecurity: true,', 'webSecurity: false,'),
  preference('insecure-content', 'spellcheck: false,', 'spellcheck: false, allowRunningInsecureContent: true,'),
  preference('experimental', 'spellcheck: false,', 'spellcheck: false, experimentalFeatures: true,'),
  preference('blink-features', 'spellcheck: false,', "spellcheck: false, enableBlinkFeatures: 'A',"),
  preference('webview', 'webviewTag: false,', 'webviewTag: true,'),
]
