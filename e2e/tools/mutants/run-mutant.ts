import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { applied, type Mutant } from './mutant.ts'
import { titlePattern } from './test-titles.ts'

const root = join(import.meta.dirname, '../../..')
/** Longest run of one named test, ms; the slowest takes about 20 s on two cores. */
const LONGEST_MS = 120_000

/** How a named test ended; `broken`: its file could not be loaded, or it has no test of this title. */
export type Outcome = 'passed' | 'failed' | 'broken' | 'timeout'
/** `killed` is the only good end. */
export type Verdict = 'killed' | 'survived' | 'does not apply' | 'fails without the change' | 'not decided'

type Report = {
  numPassedTests: number
  numFailedTests: number
}

/** A copy of the tracked and new files with the installed packages linked; `remove` deletes it. */
export const createCopy = async (): Promise<{ folder: string; remove: () => void }> => {
  const folder = mkdtempSync(join(tmpdir(), 'replay-desk-mutants-'))
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  for (const file of list.toString().split('\0').filter(Boolean)) {
    const target = join(folder, file)
    mkdirSync(dirname(target), { recursive: true })
    // A file that was deleted and not committed yet is still in the index.
    await copyFile(join(root, file), target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir')
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

const end = (pid: number | undefined): void => {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL') // the workers with it
  } catch {
    // already gone
  }
}

/** Runs vitest in the copy; never longer than the bound. */
export const runVitest = (args: readonly string[], folder: string, longestMs: number): Promise<Outcome> =>
  new Promise((resolve) => {
    const output = join(folder, 'mutant-report.json')
    rmSync(output, { force: true })
    const vitest = join('node_modules', 'vitest', 'vitest.mjs')
    const options = ['--reporter=json', `--outputFile=${output}`, '--maxWorkers=1', '--retry=0']
    const child = spawn(process.execPath, [vitest, ...args, ...options], {
      cwd: folder,
      detached: true,
      stdio: 'ignore',
    })
    let late = false
    const timer = setTimeout(() => {
      late = true
      end(child.pid)
    }, longestMs)
    child.once('error', () => resolve('broken'))
    child.once('exit', () => {
      clearTimeout(timer)
      end(child.pid) // what a failing test left behind
      if (late) return resolve('timeout')
      try {
        const report = JSON.parse(readFileSync(output, 'utf8')) as Report
        if (report.numFailedTests > 0) return resolve('failed')
        resolve(report.numPassedTests > 0 ? 'passed' : 'broken')
      } catch {
        resolve('broken')
      }
    })
  })

/** Runs the tests of one title. */
export const runTest = ({ file, title }: Mutant['test'], folder: string): Promise<Outcome> =>
  runVitest(['run', file, '-t', titlePattern(title)], folder, LONGEST_MS)

/** Takes the protection out of the copy, runs the named test and puts it back. `sound`: the named test without a change. */
export const judge = async (
  mutant: Mutant,
  folder: string,
  sound: (test: Mutant['test']) => Promise<Outcome>,
): Promise<Verdict> => {
  const path = join(folder, mutant.file)
  let before: string
  let after: string
  try {
    before = readFileSync(path, 'utf8')
    after = applied(mutant, before)
  } catch {
    return 'does not apply'
  }
  if ((await sound(mutant.test)) !== 'passed') return 'fails without the change'
  writeFileSync(path, after)
  try {
    const outcome = await runTest(mutant.test, folder)
    if (outcome === 'failed') return 'killed'
    return outcome === 'passed' ? 'survived' : 'not decided'
  } finally {
    writeFileSync(path, before)
  }
}
