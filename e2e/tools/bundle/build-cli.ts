/**
 * A step of `npm run build`: the command line as a few files in out/cli, which `electron/cli/replay-desk.js` starts in
 * place of its sources while none of them has changed. Loading 250 modules one by one takes a quarter of a command.
 */
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { bundleForNode } from '../../../electron/core/testing/bundle-program.ts'

const root = join(import.meta.dirname, '../../..')
const outDir = join(root, 'out/cli')

/** Path below the root, modification time in ms and size in bytes. */
type Input = [path: string, mtimeMs: number, size: number]

const inputOf = (file: string): Input => {
  const { mtimeMs, size } = statSync(file)
  return [relative(root, file).split(sep).join('/'), mtimeMs, size]
}

/** The packages change with npm's own record of what is installed. */
const INSTALLED = join(root, 'node_modules/.package-lock.json')
const isOwnFile = (id: string): boolean => id.startsWith(root) && !id.includes('node_modules') && !id.includes('\0')

/** Longer than a command runs: until then it finds the parts that it was started with. */
const OLD_MS = 24 * 3_600_000

const removeOld = (): void => {
  if (!existsSync(outDir)) return
  for (const name of readdirSync(outDir)) {
    const file = join(outDir, name)
    if (Date.now() - statSync(file).mtimeMs > OLD_MS) rmSync(file)
  }
}

removeOld()
await bundleForNode(outDir, { main: join(root, 'electron/cli/main.ts') }, [
  {
    name: 'inputs',
    writeBundle() {
      const files = [...[INSTALLED].filter(existsSync), ...[...this.getModuleIds()].filter(isOwnFile)]
      writeFileSync(join(outDir, 'inputs.json'), JSON.stringify(files.map(inputOf)))
    },
  },
])
