import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { codeOf, sha256, startLine } from './testing/test-connection.ts'

const MIB = 1024 * 1024
type Line = Awaited<ReturnType<typeof startLine>>

let line: Line
beforeEach(async () => {
  line = await startLine(5 * MIB + 11)
  // Coded without being requested: length, ranges and ETag are those of the compressed form.
  line.service.addObject(line.path, { bytes: gzipSync(line.body) }, { 'Content-Encoding': 'gzip' })
})
afterEach(() => line.close())

test('D08: a compressed recording is kept as the recording, its lengths not compared', async () => {
  const result = await line.run({ connections: 4 })
  expect(codeOf(result)).toBe('ok')
  expect(sha256(line.part())).toBe(sha256(line.body))
  expect(result.ok && result.value.warnings).toContain('The storage sent the recording compressed.')
})

test('D08: cut in the middle it begins again: no range of the compressed form is trusted', async () => {
  line.media.truncate = { afterBytes: 2 * MIB, times: 1 }
  expect(codeOf(await line.run({ connections: 4 }))).toBe('ok')
  expect(sha256(line.part())).toBe(sha256(line.body))
  const ranges = line.mediaRequests().map(({ range }) => range)
  expect(ranges.filter((range) => range !== null && !range.startsWith('bytes=0-'))).toEqual([])
})

test('D08: reports a problem when the storage always answers half of the compressed form', async () => {
  line.media.truncate = { afterBytes: MIB }
  const result = await line.run({ connections: 1 })
  expect(codeOf(result)).toBe('not-reachable')
})
