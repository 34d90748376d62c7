import { execFileSync } from 'node:child_process'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/**
 * Names that several files may share. Entry points have one by convention; the others are one thing on two sides of a
 * border: what the contract or core declares, and what the page or the host makes of it.
 */
const SHARED: Record<string, readonly string[]> = {
  main: ['electron/cli', 'electron/shell', 'renderer'],
  bridge: ['electron/contract', 'renderer'],
  app: ['e2e/host/electron', 'renderer/app'],
  analyse: ['e2e/tools', 'renderer/analysis'],
  'luma-grid': ['electron/contract/constants', 'renderer/analysis'],
  'quick-lane': ['electron/core/analysis', 'renderer/analysis'],
  thumbnails: ['electron/core/analysis-queue', 'renderer/analysis'],
}

const files = execFileSync('git', ['ls-files', '-z', '--', 'electron', 'renderer', 'e2e'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('/fixtures/'))

/** Bare names that several of the files have, with their folders. */
const shared = (paths: readonly string[]): Record<string, string[]> => {
  const folders = Map.groupBy(paths, (path) => basename(path).replace(/(\.test)?\.tsx?$/, ''))
  return Object.fromEntries(
    [...folders].filter(([, same]) => same.length > 1).map(([name, same]) => [name, same.map(dirname).sort()]),
  )
}

test('finds a bare name that two files share', () => {
  expect(shared(['a/open.ts', 'b/open.tsx', 'b/close.ts'])).toEqual({ open: ['a', 'b'] })
})

test('no two sources share a bare name for different things', () => {
  const sources = files.filter((file) => !/\.(test|spec)\.tsx?$/.test(file))
  expect(sources.length).toBeGreaterThan(800)
  expect(shared(sources)).toEqual(SHARED)
})

test('no two unit tests share a bare name for different things', () => {
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file))
  expect(tests.length).toBeGreaterThan(300)
  expect(shared(tests)).toEqual({})
})
