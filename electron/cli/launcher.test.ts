import { spawnSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'desk-launcher-'))
  await put('package.json', '{"type":"module","version":"1.2.3"}')
  await put('electron/cli/main.ts', "console.log('sources' satisfies string, process.argv.slice(2).join())")
  await put('electron/core/part.ts', '')
  await put('out/cli/main.js', "console.log('bundle', process.argv.slice(2).join())")
  await copyFile(join(import.meta.dirname, 'replay-desk.js'), join(root, 'electron/cli/replay-desk.js'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const put = async (path: string, text: string): Promise<void> => {
  const file = join(root, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

/** As the build leaves it. */
const noteInputs = async (...paths: string[]): Promise<void> => {
  const stats = await Promise.all(paths.map((path) => stat(join(root, path))))
  await put('out/cli/inputs.json', JSON.stringify(paths.map((path, at) => [path, stats[at]?.mtimeMs, stats[at]?.size])))
}

const launch = (...args: string[]): string => {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(root, 'cache') }
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'electron/cli/replay-desk.js'), ...args], { env })
  return String(stderr) + String(stdout)
}

test('starts the bundle while its sources are those it was built from', async () => {
  await noteInputs('electron/cli/main.ts', 'electron/core/part.ts')
  expect(launch('sessions', '--json')).toBe('bundle sessions,--json\n')
  expect(launch('--version')).toBe('1.2.3\n')
})

test('starts the sources when one has changed, is gone, or nothing is built', async () => {
  expect(launch('sessions')).toBe('sources sessions\n')
  await noteInputs('electron/cli/main.ts', 'electron/core/part.ts')
  await put('electron/core/part.ts', '// another')
  expect(launch()).toBe('sources \n')
  await noteInputs('electron/cli/main.ts', 'electron/core/part.ts')
  await put('electron/core/part.ts', '// anotheR') // of the same length, a moment later
  expect(launch()).toBe('sources \n')
  await noteInputs('electron/cli/main.ts', 'electron/core/part.ts')
  await rm(join(root, 'electron/core/part.ts'))
  expect(launch()).toBe('sources \n')
})
