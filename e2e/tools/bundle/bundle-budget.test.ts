import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type BundleBudget, bundleBudget, bundleTable, measureBundle, overBudget } from './bundle-budget.ts'

const html = '<script src="./assets/index-Ab_1.js"></script><link href="./assets/index-Gh4.css" />'
const files = {
  'preload/index.cjs': 11,
  'renderer/index.html': html.length,
  'renderer/assets/index-Ab_1.js': 100,
  'renderer/assets/place-Cd-2.js': 20,
  'renderer/assets/hls-Ef3.js': 50,
  'renderer/assets/worker-Yy.js': 30,
  'renderer/assets/hls.worker-Xx.js': 5,
  'renderer/assets/codemirror-Zz.js': 40,
  'renderer/assets/index-Gh4.css': 7,
  'renderer/assets/inter.woff2': 300,
}
const sizes = {
  preload: 11,
  start: 107 + html.length,
  page: 252 + html.length,
  scripts: 120,
  player: 55,
  analysis: 30,
  editor: 40,
  styles: 7,
  document: html.length,
  fonts: 300,
}
const budget = (change: Partial<Record<keyof BundleBudget, number>> = {}): BundleBudget =>
  Object.fromEntries(
    Object.entries({ ...sizes, ...change }).map(([part, bytes]) => [part, { bytes, reason: 'Test.' }]),
  ) as BundleBudget

describe('the budget of what is built', () => {
  let out: string
  const write = async (file: string, bytes: number) => {
    await mkdir(dirname(join(out, file)), { recursive: true })
    await writeFile(join(out, file), file.endsWith('.html') ? html : 'x'.repeat(bytes))
  }

  beforeEach(async () => {
    out = await mkdtemp(join(tmpdir(), 'bundle-'))
    for (const [file, bytes] of Object.entries(files)) await write(file, bytes)
  })
  afterEach(() => rm(out, { recursive: true }))

  test('counts every file of the page once, fonts apart', async () => {
    expect(await measureBundle(out)).toEqual(sizes)
  })

  test('a file that no budget counts is refused', async () => {
    await write('renderer/assets/decoder.wasm', 9)
    await expect(measureBundle(out)).rejects.toThrow('decoder.wasm')
  })

  test('a part that was not built is refused: it would be within any budget', async () => {
    await rm(join(out, 'renderer/assets/codemirror-Zz.js'))
    await expect(measureBundle(out)).rejects.toThrow('editor')
  })

  test('one byte over is over, and says by how much', () => {
    expect(overBudget(sizes, budget())).toEqual([])
    expect(overBudget(sizes, budget({ styles: 6, page: sizes.page - 2 }))).toEqual([
      `page is ${sizes.page} bytes, 2 over its budget`,
      'styles is 7 bytes, 1 over its budget',
    ])
    expect(bundleTable(sizes, budget()).split('\n')).toHaveLength(10)
  })

  test('every budget in the file has a reason', () => {
    expect(Object.values(bundleBudget).filter(({ reason }) => reason.length < 10)).toEqual([])
  })
})
