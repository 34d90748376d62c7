import { expect, test } from 'vitest'
import { asCustomScheme } from './media-loader.ts'

const RANGES: [string, number, Record<string, string>, string | undefined, number, string | undefined][] = [
  ['an error becomes the file', 404, { 'content-length': '90' }, 'bytes=0-', 206, 'bytes 0-89/90'],
  ['without a length too', 503, {}, 'bytes=0-', 206, 'bytes 0-9007199254740990/*'],
  [
    'an error amid the file becomes its end',
    403,
    { 'content-length': '90' },
    'bytes=1000-',
    206,
    'bytes 1000-1089/1090',
  ],
  ['200 to a range is taken for the range', 200, { 'content-length': '500' }, 'bytes=100-', 206, 'bytes 100-599/600'],
  [
    'what the answer says of its range is not read',
    206,
    { 'content-length': '10', 'content-range': 'bytes 5-14/900' },
    'bytes=0-',
    206,
    'bytes 0-9/10',
  ],
  [
    'a good range stays',
    206,
    { 'content-length': '10', 'content-range': 'bytes 5-14/15' },
    'bytes=5-',
    206,
    'bytes 5-14/15',
  ],
  ['no bytes are the end', 416, { 'content-length': '0', 'content-range': 'bytes */9' }, 'bytes=9-', 416, undefined],
]

test.each(RANGES)('%s', (_name, status, headers, range, given, contentRange) => {
  const head = asCustomScheme({ status, headers }, range)
  expect([head.status, head.headers['content-range']]).toEqual([given, contentRange])
})

test('a redirect is followed as it is', () => {
  const head = { status: 302, headers: { location: '/x' } }
  expect(asCustomScheme(head, 'bytes=0-')).toEqual(head)
})
