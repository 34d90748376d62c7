import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { stopsAll } from './archive-command.ts'

test.each([
  ['disk-full', tmpdir(), true],
  ['storage', tmpdir(), false],
  ['storage', '/no/such/folder', true],
  ['rate-limited', tmpdir(), true],
  ['media-error', tmpdir(), false],
] as const)(
  'D13: %s with the folder %s ends the other recordings as well: %s, whatever its words',
  async (code, folder, ends) => {
    expect(await stopsAll({ code, message: 'No space left.' }, folder)).toBe(ends)
  },
)
