import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-files.ts'
import { copyDurably, sha256Of, writeWhole } from './durable.ts'

const MIB = 1024 * 1024
let at: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  at = await temporaryFolder()
})
afterEach(() => at.remove())

test('hash and copy are those of the file, at every border of a piece', async () => {
  const [from, to] = [join(at.folder, 'from'), join(at.folder, 'to')]
  const border = fc.tuple(fc.constantFrom(0, MIB, 2 * MIB, 3 * MIB), fc.integer({ min: -2, max: 2 }))
  await fc.assert(
    fc.asyncProperty(border, fc.nat(255), async ([size, off], seed) => {
      const bytes = Buffer.from(
        Uint8Array.from({ length: Math.max(0, size + off) }, (_, i) => (i * 31 + (i >> 12) + seed) & 0xff),
      )
      const expected = createHash('sha256').update(bytes).digest('hex')
      await writeFile(from, bytes)
      await rm(to, { force: true })
      expect(await sha256Of(from)).toBe(expected)
      expect(await copyDurably(from, to)).toBe(expected)
      expect(bytes.equals(await readFile(to))).toBe(true)
    }),
    { numRuns: 15 },
  )
})

test('a stopped copy leaves nothing, and a copy never replaces a file', async () => {
  const [from, to] = [join(at.folder, 'from'), join(at.folder, 'to')]
  await writeFile(from, 'x')
  await expect(copyDurably(from, to, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
  expect(await readdir(at.folder)).toEqual(['from'])
  await writeFile(to, 'mine')
  await expect(copyDurably(from, to)).rejects.toThrow('EEXIST')
  expect(await readFile(to, 'utf8')).toBe('mine')
})

test('a whole file replaces another in one step, without a draft beside it', async () => {
  await writeWhole(at.folder, 'x.json', 'old')
  await writeWhole(at.folder, 'x.json', 'new')
  expect(await readdir(at.folder)).toEqual(['x.json'])
  expect(await readFile(join(at.folder, 'x.json'), 'utf8')).toBe('new')
})
