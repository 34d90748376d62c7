import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

const root = join(import.meta.dirname, '../../..')
/** In the project: packages that stay outside are found from there. Two levels deep, as are the programs that read files of it. */
const place = join(root, '.vitest')
/** Longer than any run of the tests. */
const OLD_MS = 3_600_000
const bundles = new Map<string, Promise<string>>()

/** A process of tests may be ended at any moment, so what it leaves is removed by a later one. */
const removeOld = (): void => {
  for (const name of readdirSync(place).filter((one) => one.startsWith('program-'))) {
    const since = statSync(join(place, name), { throwIfNoEntry: false })?.mtimeMs
    if (since !== undefined && Date.now() - since > OLD_MS) rmSync(join(place, name), { recursive: true, force: true })
  }
}

/** What Node needs of a program of this project, in few files. Packages are part of it, but for the one that is native. */
export const bundleForNode = async (outDir: string, input: Record<string, string>, plugins: Plugin[] = []) => {
  await build({
    root,
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['@napi-rs/keyring'] },
    build: {
      ssr: true,
      target: 'node24',
      outDir,
      emptyOutDir: false, // a command that runs reads parts of its bundle when it needs them
      rolldownOptions: {
        input,
        output: {
          // The archive's thread is looked for beside the program that starts it, under the name of its source.
          entryFileNames: ({ name }) => (name === 'entry' ? 'entry.ts' : '[name].js'),
          chunkFileNames: '[name]-[hash].js',
        },
      },
    },
    plugins,
  })
}

const bundle = async (program: string): Promise<string> => {
  mkdirSync(place, { recursive: true })
  removeOld()
  const folder = mkdtempSync(join(place, 'program-'))
  await bundleForNode(folder, { program, entry: join(root, 'electron/core/archive/worker/entry.ts') })
  return join(folder, 'program.js')
}

/**
 * Path of a program of this project in one file and its parts, made once in a process of tests. Started from its sources
 * a program reads up to 250 files, which takes more time than what it then does.
 */
export const bundledProgram = (entry: string): Promise<string> => {
  const bundled = bundles.get(entry) ?? bundle(entry)
  bundles.set(entry, bundled)
  return bundled
}
