import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { unwrap } from '../../library/testing/test-library.ts'
import { testCookie } from '../testing/test-cookies.ts'
import { hashedContent, readContent } from './snapshot-content.ts'

const context = { now: 0, sites: null }

test('opens encrypted content that an earlier version wrote', async () => {
  const content = { v: 1, records: [testCookie().text], odd: 2, oddReasons: ['record 3: domain'] }
  const read = unwrap(await readContent({ content, salt: null }, context))
  expect(read).toMatchObject({ skipped: 2, skippedReasons: ['record 3: domain'], cookies: [{ row: { name: 'n' } }] })
})

test('opens hashed content that an earlier version wrote, with the flags it told of the value', async () => {
  const cookies = [testCookie({ value: 'a"b' })]
  const present = hashedContent({ cookies, values: { kind: 'plain' }, skipped: 1, skippedReasons: ['r'] }, () =>
    'h'.repeat(43),
  )
  const { skipped: odd, skippedReasons: oddReasons, ...rest } = present
  const text = JSON.stringify({ ...rest, odd, oddReasons }).replaceAll('unusual-characters', 'odd-characters')
  expect(text).toContain('odd-characters')
  const read = unwrap(await readContent({ content: JSON.parse(text), salt: randomBytes(32) }, context))
  expect(read).toMatchObject({ skipped: 1, skippedReasons: ['r'] })
  expect(read.cookies[0]?.row.flags.map(({ code }) => code)).toContain('unusual-characters')
})
