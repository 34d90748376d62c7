import { PAGE_ORIGIN } from '../state.ts'

/**
 * Switches for Chromium beside Playwright's own. One host name exists, ours, and it leads to the loopback server; the
 * random port stays out of the origin, so that storage survives a restart.
 */
export const chromiumArgs = (options: { port: number | null; debugPort: boolean; switches: string[] }): string[] => {
  const name = new URL(PAGE_ORIGIN).hostname
  // A null port leaves the origin unmapped: only the negative control of the tests wants that.
  const own = options.port === null ? '' : `MAP ${name} 127.0.0.1:${options.port}, `
  return [
    `--host-resolver-rules=${own}MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--no-first-run',
    '--no-default-browser-check',
    '--autoplay-policy=no-user-gesture-required',
    ...(options.debugPort ? ['--remote-debugging-port=0'] : []),
    ...options.switches,
  ]
}
