import { spawn } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = ['electron', 'renderer', 'package.json', 'electron.vite.config.ts', 'tsconfig.base.json']
const OUTPUTS = ['out/main/main.js', 'out/main/archive-thread.js', 'out/preload/index.cjs', 'out/renderer/index.html']

const isSource = (path: string): boolean => !/\.test\.tsx?$|\.snap$|(^|\/)node_modules\//.test(path)

const modifiedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

const newestIn = (path: string): number => {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return modifiedAt(path)
  const files = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(isSource)
  return Math.max(0, ...files.map(modifiedAt))
}

/** Why a build is due, as half a sentence; null when `out/` is as new as the sources. */
export const reasonToBuild = (root: string): string | null => {
  const oldest = Math.min(...OUTPUTS.map((path) => modifiedAt(join(root, path))))
  if (oldest === 0) return 'nothing is built yet'
  const newest = Math.max(...SOURCES.map((path) => newestIn(join(root, path))))
  return newest > oldest ? 'the sources are newer than the last build' : null
}

/** Runs electron-vite, which needs no Electron binary for a build. Its words are shown only when it fails. */
export const build = (root: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const program = join(root, 'node_modules/electron-vite/bin/electron-vite.js')
    const child = spawn(process.execPath, [program, 'build'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The build failed.\n${output}`))))
  })
