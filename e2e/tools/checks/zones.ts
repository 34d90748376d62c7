import { posix } from 'node:path'

/**
 * A zone of ARCHITECTURE.md. `imports`: paths of the repository it may import besides itself, each a file or all below a
 * folder; `packages`: names, a scope (`@mantine/`) or `node:`. What is not listed is refused.
 */
type Zone = { imports: string[]; packages: string[]; testImports?: string[] }

const PAGE = ['react', 'react-dom', 'zustand', '@mantine/', '@tabler/icons-react', '@tanstack/']
const SPEC_IMPORTS = ['e2e', 'electron/contract', 'electron/core', 'electron/sample']
const SPEC_PACKAGES = ['@playwright/test', 'axe-core', 'fast-check', 'node:']
const TEST_PACKAGES = ['vitest', 'fast-check', 'mediabunny', 'vite', 'node:']

/** `*` stands for one folder: each is a zone of its own, closed to its siblings. The longest name that fits counts. */
const zones: Record<string, Zone> = {
  'electron/contract': { imports: [], packages: ['zod'] },
  'electron/core': {
    imports: ['electron/contract'],
    packages: ['zod', '@napi-rs/keyring', 'tldts', 'csv-parse', 'node:'],
    testImports: ['electron/cli', 'electron/sample'],
  },
  'electron/sample': { imports: [], packages: ['zod', 'node:'] },
  'electron/cli': {
    imports: ['electron/contract', 'electron/core', 'electron/sample'],
    packages: ['zod', 'commander', 'diff', 'string-width', 'node:'],
  },
  'electron/shell': {
    imports: ['electron/contract', 'electron/core', 'electron/sample'],
    packages: ['zod', 'electron', 'electron-log', 'node:'],
  },
  'electron/preload': {
    imports: ['electron/contract/channels.ts'],
    packages: ['electron'],
  },
  'electron/testing': { imports: ['electron'], packages: TEST_PACKAGES },
  'renderer/bridge.ts': { imports: ['electron/contract'], packages: PAGE },
  'renderer/main.tsx': { imports: ['renderer'], packages: PAGE },
  'renderer/app': { imports: ['renderer', 'electron/contract'], packages: PAGE },
  'renderer/ui': {
    imports: ['constants', 'json', 'models', 'text', 'result.ts'].map((name) => `electron/contract/${name}`),
    packages: [...PAGE, '@codemirror/', '@lezer/highlight'],
  },
  'renderer/analysis': {
    imports: ['electron/contract/constants', 'electron/contract/models', 'electron/core/analysis'],
    packages: ['mediabunny'],
  },
  'renderer/features/*': {
    imports: ['renderer/ui', 'renderer/bridge.ts', 'electron/contract'],
    packages: [...PAGE, 'hls.js'],
  },
  'e2e/host': {
    imports: ['electron/contract', 'electron/sample', 'electron/core/desktop.ts'],
    packages: ['electron', 'playwright-core', '@sparticuz/chromium', 'ws', 'node:'],
  },
  'e2e/specs': { imports: SPEC_IMPORTS, packages: SPEC_PACKAGES },
  'e2e/steps': { imports: SPEC_IMPORTS, packages: SPEC_PACKAGES },
  'e2e/media': { imports: SPEC_IMPORTS, packages: SPEC_PACKAGES },
}

const isTest = (file: string): boolean => /\.test\.tsx?$|\/testing\//.test(file)
const isBelow = (file: string, path: string): boolean => file === path || file.startsWith(`${path}/`)

/** Name and folder of the zone a file is in; null: it is in none. */
const zoneOf = (file: string): { name: string; folder: string } | null => {
  const found = Object.keys(zones)
    .map((name) => {
      const folder = new RegExp(`^${name.replace('*', '[^/]+')}(?=/|$)`).exec(file)?.[0]
      return folder === undefined ? null : { name, folder }
    })
    .filter((zone) => zone !== null)
  return found.toSorted((a, b) => b.folder.length - a.folder.length)[0] ?? null
}

const packageFits = (specifier: string, allowed: string): boolean =>
  allowed.endsWith('/') || allowed.endsWith(':') ? specifier.startsWith(allowed) : isBelow(specifier, allowed)

/** Whether `file` (from the top of the repository) may import `specifier`, as it is written there. */
export const mayImport = (file: string, specifier: string): boolean => {
  const at = zoneOf(file)
  const zone = at && zones[at.name]
  if (!at || !zone) return true
  const test = isTest(file)
  if (!specifier.startsWith('.')) {
    return [...zone.packages, ...(test ? TEST_PACKAGES : [])].some((allowed) => packageFits(specifier, allowed))
  }
  const target = posix.normalize(posix.join(posix.dirname(file), specifier.replace(/[?#].*$/, '')))
  const imports = [at.folder, ...zone.imports, ...(test ? (zone.testImports ?? []) : [])]
  return imports.some((allowed) => isBelow(target, allowed))
}

const IMPORT =
  /^(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*['"]([^'"\n]+)['"]|\b(?:import|require)\(\s*['"]([^'"$\n]+)['"]\s*\)/gm

/** What a source imports, at its top or later; the names of packages and files as they are written. */
export const importsOf = (source: string): string[] =>
  [...source.matchAll(IMPORT)].map(([, top, later]) => top ?? later ?? '')
