import { BLANK_PATH } from '../server/loopback-server.ts'
import { PAGE_ORIGIN } from '../state.ts'

type OwnOptions = {
  /** Null leaves our origin unmapped: only the negative control of the tests wants that. */
  port: number | null
  /** Those of main. */
  switches: string[]
}
type HostOptions = OwnOptions & { profileFolder: string; headed: boolean; sandbox: boolean; debugPort: boolean }

/** As Playwright starts Chromium: without what a browser does besides showing pages, and the same on every machine. */
const QUIET = [
  '--disable-breakpad',
  '--disable-component-extensions-with-background-pages',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-field-trial-config',
  '--disable-search-engine-choice-screen',
  '--metrics-recording-only',
  '--no-service-autorun',
  '--password-store=basic', // the secrets are main's: Chromium asks no keychain
  '--use-mock-keychain',
]

/** A page is always visible and at work, as with `backgroundThrottling: false`. */
const AT_WORK = [
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-hang-monitor',
  '--disable-ipc-flooding-protection',
]

const PAGES = [
  '--allow-pre-commit-input',
  '--disable-back-forward-cache',
  '--disable-dev-shm-usage', // 64 MB in many containers
  '--disable-popup-blocking', // a popup is closed and told to main
  '--disable-prompt-on-repost',
  '--force-color-profile=srgb',
]

const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades', // our origin is HTTP here
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
]

const HEADLESS = [
  '--headless',
  '--hide-scrollbars',
  '--mute-audio',
  // Software draws in any case: a process for the GPU would only start and fall back.
  '--disable-gpu',
  '--disable-software-rasterizer',
  // A mouse, which Chromium without a window does not assume.
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
]

const isRoot = (): boolean => process.getuid?.() === 0

/** Takes web addresses only: about:blank gives a tabbed window. `--test-type` removes the bar about the missing sandbox. */
const APP_WINDOW = [`--app=${PAGE_ORIGIN}${BLANK_PATH}`, ...(isRoot() ? ['--test-type'] : [])]

/** Arguments of a second start, which opens one more window of the running browser. */
export const appWindowArgs = (profileFolder: string): string[] => [
  `--user-data-dir=${profileFolder}`,
  ...APP_WINDOW,
  ...(isRoot() ? ['--no-sandbox'] : []),
]

/**
 * Whatever starts Chromium. One host name exists, ours, and it leads to the loopback server; the random port stays out
 * of the origin, so that storage survives a restart.
 */
export const chromiumArgs = ({ port, switches }: OwnOptions): string[] => {
  const own = port === null ? '' : `MAP ${new URL(PAGE_ORIGIN).hostname} 127.0.0.1:${port}, `
  return [
    `--host-resolver-rules=${own}MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--no-first-run',
    '--no-default-browser-check',
    '--autoplay-policy=no-user-gesture-required',
    ...switches,
  ]
}

/** All arguments of the host's Chromium. */
export const hostArgs = ({ profileFolder, headed, sandbox, debugPort, ...own }: HostOptions): string[] => [
  ...QUIET,
  ...AT_WORK,
  ...PAGES,
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
  // A process of its own for requests takes 0.1 s of a start and shields nothing here: all of them go to our server.
  `--enable-features=CDPScreenshotNewSurface${headed ? '' : ',NetworkServiceInProcess2'}`,
  ...chromiumArgs(own),
  ...(headed ? [] : HEADLESS),
  ...(sandbox ? [] : ['--no-sandbox']),
  ...(debugPort ? ['--remote-debugging-port=0'] : []),
  `--user-data-dir=${profileFolder}`,
  ...(headed ? APP_WINDOW : ['about:blank']),
]
