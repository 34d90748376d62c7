import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importsOf, mayImport } from './zones.ts'

// The real configurations over a tree of one file a zone: what breaks a rule there breaks it here.
const root = join(import.meta.dirname, '../../..')
const zones = [
  'electron/contract',
  'electron/core',
  'electron/sample',
  'electron/cli',
  'electron/shell',
  'electron/preload',
  'renderer/analysis',
  'renderer',
]
let tree: string

const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  writeFileSync(join(tree, path), text)
}
const run = (tool: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules', tool), ...args], {
    cwd: tree,
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { status, text: stdout + stderr }
}
const compile = (...projects: string[]) => run('typescript/bin/tsc', '-b', ...projects)
const lint = (path: string) => run('@biomejs/biome/bin/biome', 'lint', path)

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'desk-zones-'))
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  for (const file of ['tsconfig.base.json', ...zones.map((zone) => `${zone}/tsconfig.json`)]) {
    mkdirSync(dirname(join(tree, file)), { recursive: true })
    cpSync(join(root, file), join(tree, file))
  }
  const biome = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
  put('biome.json', JSON.stringify({ ...biome, vcs: { enabled: false } }))
  put('electron/contract/channels.ts', 'export const here = 1\n')
  put('electron/contract/operations.ts', 'export const here = 1\n')
  put('electron/core/here.ts', 'export const here = 1\n')
  put('electron/sample/here.ts', 'export const here = 1\n')
  put('electron/cli/here.ts', 'export const here = 1\n')
  put('electron/shell/here.ts', 'export const here = 1\n')
  put('electron/preload/here.ts', 'export const here = 1\n')
  put('renderer/bridge.ts', 'export const here = 1\n')
  put('renderer/ui/here.ts', 'export const here = 1\n')
  put('renderer/analysis/messages.ts', 'export const here = 1\n')
  put('renderer/app/here.ts', 'export const here = 1\n')
  put('renderer/features/sessions/here.ts', 'export const here = 1\n')
  put('renderer/features/player/here.ts', 'export const here = 1\n')
})
afterAll(() => rmSync(tree, { recursive: true, force: true }))

test('the tree without a violation passes compiler and linter, so a failure below means the rule', {
  timeout: 120_000,
}, () => {
  for (const zone of zones) expect(compile(zone)).toEqual({ status: 0, text: '' })
  expect(lint('.').status).toBe(0)
})

test('every import of the sources is one that the table of zones allows', () => {
  const files = globSync('{electron,renderer,e2e}/**/*.{ts,tsx,cjs,mjs}', { cwd: root })
  expect(files.length).toBeGreaterThan(1_000)
  const faults = files.flatMap((path) => {
    const file = path.replaceAll('\\', '/')
    return importsOf(readFileSync(join(root, path), 'utf8'))
      .filter((specifier) => !mayImport(file, specifier))
      .map((specifier) => `${file} may not import ${specifier} (e2e/tools/checks/zones.ts)`)
  })
  expect(faults).toEqual([])
})

test.each([
  ["import './a.ts'\nimport type { B } from '../b.ts'\nexport { c } from 'c'", ['./a.ts', '../b.ts', 'c']],
  ["import {\n  one,\n  two,\n} from './many.ts'\nimport d, { type E } from 'd'", ['./many.ts', 'd']],
  [
    "const late = await import('./late.ts')\nconst old = require('old')\ntype T = import('t').T",
    ['./late.ts', 'old', 't'],
  ],
])('%j imports %j', (source, imports) => {
  expect(importsOf(source)).toEqual(imports)
})

/** Offending file, specifier, and whether the compiler's graph refuses it as well as the table. */
const imports: [string, string, boolean][] = [
  ['electron/contract/bad.ts', '../core/here.ts', true],
  ['electron/contract/bad.ts', 'node:fs', true],
  ['electron/contract/bad.ts', 'electron', false],
  ['electron/core/bad.ts', '../shell/here.ts', true],
  ['electron/core/bad.ts', '../preload/here.ts', true],
  ['electron/core/bad.ts', '../../renderer/bridge.ts', true],
  ['electron/core/bad.ts', 'electron', false],
  ['electron/core/bad.ts', 'react', false],
  ['electron/core/bad.ts', '../cli/here.ts', true],
  ['electron/core/bad.ts', '../sample/here.ts', true],
  ['electron/sample/bad.ts', '../core/here.ts', true],
  ['electron/cli/bad.ts', '../shell/here.ts', true],
  ['electron/cli/bad.ts', '../../renderer/bridge.ts', true],
  ['electron/cli/bad.ts', 'electron', false],
  ['electron/cli/bad.ts', 'react', false],
  ['electron/shell/bad.ts', '../cli/here.ts', true],
  ['electron/shell/bad.ts', '../preload/here.ts', true],
  ['electron/shell/bad.ts', '../../renderer/bridge.ts', true],
  ['electron/shell/bad.ts', 'react', false],
  ['electron/preload/bad.ts', '../core/here.ts', true],
  ['electron/preload/bad.ts', '../shell/here.ts', true],
  ['electron/preload/bad.ts', '../contract/operations.ts', false],
  ['electron/preload/bad.ts', 'zod', false],
  ['electron/preload/bad.ts', 'node:fs', false],
  ['renderer/app/bad.ts', '../../electron/core/here.ts', true],
  ['renderer/app/bad.ts', '../../electron/shell/here.ts', true],
  ['renderer/app/bad.ts', 'electron', false],
  ['renderer/app/bad.ts', 'node:fs', true],
  ['renderer/analysis/bad.ts', '../bridge.ts', true],
  ['renderer/analysis/bad.ts', '../../electron/core/service/here.ts', false],
  ['renderer/analysis/bad.ts', 'node:fs', true],
  ['renderer/ui/bad.ts', '../bridge.ts', false],
  ['renderer/ui/bad.ts', '../app/here.ts', false],
  ['renderer/ui/bad.ts', '../features/player/here.ts', false],
  ['renderer/features/player/bad.ts', '../sessions/here.ts', false],
  ['renderer/features/player/bad.ts', '../../app/here.ts', false],
  ['renderer/features/player/bad.ts', '../../../electron/core/here.ts', true],
  ['renderer/features/player/bad.ts', 'electron', false],
  ['renderer/features/player/marks/bad.ts', '../../sessions/here.ts', false],
  ['renderer/features/new/bad.ts', '../player/here.ts', false],
  ['renderer/ui/bad.ts', '../../electron/contract/operations.ts', false],
  ['renderer/bridge.ts', './app/here.ts', false],
  ['electron/contract/bad.ts', 'zodiac', false],
  ['electron/core/bad.ts', 'vitest', false],
  ['electron/preload/bad.ts', '../contract/result.ts', false],
  ['e2e/host/bad.ts', '../../renderer/bridge.ts', false],
  ['e2e/host/bad.ts', '../../electron/core/service/here.ts', false],
  ['e2e/specs/player/bad.ts', '../../../renderer/bridge.ts', false],
  ['e2e/specs/player/bad.ts', '../../../electron/shell/here.ts', false],
  ['e2e/steps/bad.ts', 'react', false],
]
test.each(imports)('%s may not import %s', (path, specifier) => {
  expect(mayImport(path, specifier)).toBe(false)
})

test.each([
  ['electron/core/queue/good.ts', '../clock.ts'],
  ['electron/core/queue/good.ts', 'node:fs/promises'],
  ['renderer/features/player/marks/good.ts', '../engine/here.ts'],
  ['renderer/features/player/good.ts', '@mantine/core'],
  ['renderer/features/new/good.ts', '../../ui/here.ts'],
  ['renderer/app/good.ts', '../features/player/here.ts'],
  ['electron/core/good.test.ts', 'vitest'],
])('%s may import %s', (path, specifier) => {
  expect(mayImport(path, specifier)).toBe(true)
})

/** Offending file and text: each zone compiles with only its own globals. */
const globals: [string, string][] = [
  ['electron/contract/bad.ts', 'export const here: unknown = process'],
  ['electron/contract/bad.ts', 'export const here: unknown = window'],
  ['electron/core/bad.ts', 'export const here: unknown = window'],
  ['electron/core/bad.ts', 'export const here: unknown = document'],
  ['electron/cli/bad.ts', 'export const here: unknown = window'],
  ['electron/shell/bad.ts', 'export const here: unknown = window'],
  ['renderer/app/bad.ts', 'export const here: unknown = process'],
  ['renderer/app/bad.ts', 'export const here: unknown = Buffer'],
  ['renderer/app/bad.ts', "export const here: unknown = require('x')"],
]

test('the compiler too refuses imports of other zones, and what is global in others alone', {
  timeout: 120_000,
}, () => {
  const refused = [
    ...imports
      .filter(([, , byCompiler]) => byCompiler)
      .map(([path, specifier]) => ({
        path,
        text: `import * as other from '${specifier}'\nexport const use = other\n`,
        // A file that several import is refused once, with the others as "Imported via".
        codes: /TS6307|TS2591|TS2307|TS6059|TS2882|Imported via/,
      })),
    ...globals.map(([path, text]) => ({ path, text: `${text}\n`, codes: /TS2304|TS2580|TS2584|TS2591|TS2593/ })),
  ].map((row, n) => ({ ...row, file: row.path.replace('bad.ts', `bad-${n}.ts`) }))
  for (const { file, text } of refused) put(file, text)
  try {
    const lines = compile(...zones).text.split('\n')
    const said = (file: string): string => lines.filter((line) => line.includes(file)).join('\n')
    const taken = refused.filter(({ file, codes }) => !codes.test(said(file)))
    expect(taken.map(({ file, text }) => `${file}: ${text}${said(file)}`)).toEqual([])
  } finally {
    for (const { file } of refused) rmSync(join(tree, file))
  }
})

test('an import cycle fails the linter', () => {
  put('electron/core/a.ts', "import { b } from './b.ts'\nexport const a = (): unknown => b\n")
  put('electron/core/b.ts', "import { a } from './a.ts'\nexport const b = (): unknown => a\n")
  try {
    const linted = lint('electron/core')
    expect(linted.status).not.toBe(0)
    expect(linted.text).toContain('noImportCycles')
  } finally {
    rmSync(join(tree, 'electron/core/a.ts'))
    rmSync(join(tree, 'electron/core/b.ts'))
  }
})
