import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { operations } from './operations.ts'

test('each operation is in one table and no table is left out', () => {
  const folder = join(import.meta.dirname, 'operations')
  const named = globSync('*-operations.ts', { cwd: folder }).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/^ {2}'(\w+\.\w+)': \{/gm)].map(([, name]) => name),
  )
  expect(named.toSorted()).toEqual(Object.keys(operations).toSorted())
})
