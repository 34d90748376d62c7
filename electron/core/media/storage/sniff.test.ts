import { expect, test } from 'vitest'
import { formatOf } from './sniff.ts'

const bytes = (text: string, ...more: number[]) => new Uint8Array([...Buffer.from(text, 'latin1'), ...more])

test.each([
  ['<html><body>Denied</body></html>', 'text'],
  ['\r\n {"detail": "gone"}', 'text'],
  ['<?xml version="1.0"?><Error>', 'xml'],
  ['\u00ef\u00bb\u00bf#EXTM3U\n', 'text'],
])('D10: %j is %s', (text, format) => {
  expect(formatOf(bytes(text))).toBe(format)
})

test('K3: media that begins with the bytes of a tag or of gzip in the middle of a picture is no page', () => {
  expect(formatOf(bytes('<A', 0x00, 0x01, 0x9f, 0x33))).toBe('unknown')
  expect(formatOf(bytes('{ "', 0x1e, 0x80, 0x00))).toBe('unknown')
  expect(formatOf(Uint8Array.of(0x1f, 0x8b, 0x41, 0x00, 0x00))).toBe('unknown')
  expect(formatOf(Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0))).toBe('gzip')
})
