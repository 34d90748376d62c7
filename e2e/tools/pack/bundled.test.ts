import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packagesOf, readBundled, shippedFindings } from './bundled.ts'

test('modules name their packages, the innermost one, on every system', () => {
  const ids = [
    '/p/renderer/main.tsx',
    '/p/node_modules/react/index.js',
    '/p/node_modules/@mantine/core/esm/a.mjs?used',
    'C:\\p\\node_modules\\@tanstack\\react-query\\b.js',
    '/p/node_modules/a/node_modules/zod/c.js',
    '\0/p/node_modules/hls.js/dist/hls.light.min.js?url',
  ]
  expect(packagesOf(ids)).toEqual(['@mantine/core', '@tanstack/react-query', 'hls.js', 'react', 'zod'])
})

test('what is bundled counts although npm calls it a development dependency; what only builds does not', () => {
  const report = {
    vulnerabilities: {
      'hls.js': { severity: 'high', via: [{ title: 'Reads beyond the end', severity: 'high' }] },
      react: { severity: 'low', via: [{ title: 'Words' }] },
      vite: { severity: 'critical', via: [{ title: 'A server for development' }] },
      '@mantine/core': { severity: 'moderate', via: ['clsx'] },
    },
  }
  expect(shippedFindings(report, new Set(['hls.js', 'react', '@mantine/core']))).toEqual([
    { name: 'hls.js', severity: 'high', what: 'Reads beyond the end' },
    { name: '@mantine/core', severity: 'moderate', what: 'by clsx' },
  ])
})

test('the lists of all bundles are one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-bundled-'))
  try {
    writeFileSync(join(folder, 'main.json'), '["zod","tldts"]')
    writeFileSync(join(folder, 'renderer.json'), '["zod","react"]')
    expect(readBundled(folder)).toEqual(['react', 'tldts', 'zod'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
