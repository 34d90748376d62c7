import type { Mutant } from './mutant.ts'

const configuration = (title: string) => ({ file: 'e2e/tools/pack/configuration.test.ts', title })
const FUSES = configuration('every fuse that there is, is decided, in the configuration as in the check')
const BUILDER = 'electron-builder.yml'

const fuse = (name: string, find: string, replace: string): Mutant => ({
  name: `fuse-${name}`,
  file: BUILDER,
  find,
  replace,
  test: FUSES,
})

/** What a package must be, and where its parts come from. */
export const packageMutants: Mutant[] = [
  fuse('run-as-node', 'runAsNode: false', 'runAsNode: true'),
  fuse('node-options', 'enableNodeOptionsEnvironmentVariable: false', 'enableNodeOptionsEnvironmentVariable: true'),
  fuse('inspect', 'enableNodeCliInspectArguments: false', 'enableNodeCliInspectArguments: true'),
  fuse('asar-integrity', 'enableEmbeddedAsarIntegrityValidation: true', 'enableEmbeddedAsarIntegrityValidation: false'),
  fuse('asar-alone', 'onlyLoadAppFromAsar: true', 'onlyLoadAppFromAsar: false'),
  fuse('cookie-encryption', '  enableCookieEncryption: true\n', ''),
  {
    name: 'fuse-read-back',
    file: 'e2e/tools/pack/fuses.ts',
    find: '.filter(([, [fuse, on]]) => (wire[fuse] === FUSE_ENABLED) !== on)',
    replace: '.filter(([, [fuse, on]]) => wire[fuse] === undefined && on)',
    test: configuration('the stand-in starts with every fuse wrong'),
  },
  {
    name: 'package-sandbox-arguments',
    file: BUILDER,
    find: 'executableArgs: []',
    replace: 'executableArgs: ["--no-sandbox"]',
    test: configuration('no configuration switches the sandbox off, also not by saying nothing'),
  },
  {
    name: 'package-desktop-entries',
    file: 'e2e/tools/pack/build-package.ts',
    find: "if (exec.includes('sandbox')) throw",
    replace: "if (exec === 'sandbox') throw",
    test: configuration('no configuration switches the sandbox off, also not by saying nothing'),
  },
  {
    name: 'package-entitlements',
    file: BUILDER,
    find: '  entitlements: assets/entitlements.mac.plist',
    replace: '  entitlements: assets/entitlements.mac.adhoc.plist',
    test: configuration('entitlements and fuses agree'),
  },
  {
    name: 'package-exact-electron',
    file: 'package.json',
    find: '"electron": "',
    replace: '"electron": "^',
    test: { file: 'e2e/tools/checks/security-page.test.ts', title: 'the pinned Electron is an exact version' },
  },
  {
    name: 'download-checksum',
    file: 'e2e/host/obtain/install-electron.ts',
    find: "...(usesRemoteChecksums ? {} : { checksums: readJson(join(folder, 'checksums.json')) as Record<string, string> }),",
    replace: 'unsafelyDisableChecksums: true,',
    test: {
      file: 'e2e/host/obtain/obtain-electron.test.ts',
      title: 'a file with another checksum is discarded and remembered, since it would be the same again',
    },
  },
  {
    name: 'host-cookie',
    file: 'e2e/host/server/scheme-headers.ts',
    find: "if (!cookiesOf(caller.cookie).includes(`${COOKIE_NAME}=${secret}`)) return 'cookie'",
    replace: '',
    test: { file: 'e2e/host/server/scheme-headers.test.ts', title: 'refuses %s' },
  },
  {
    name: 'host-name',
    file: 'e2e/host/server/scheme-headers.ts',
    find: "if (caller.host !== new URL(PAGE_ORIGIN).host) return 'host'",
    replace: '',
    test: { file: 'e2e/host/server/scheme-headers.test.ts', title: 'refuses %s' },
  },
]
